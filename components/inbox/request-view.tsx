"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { BodyView } from "@/components/body/body-view";
import { HeaderTable } from "@/components/deliveries/header-table";
import { ProblemCard } from "@/components/page/problem-card";
import { useStableQuery } from "@/components/page/use-stable-query";
import { Moment } from "@/components/time/moment";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { formatBytes } from "@/lib/format";
import { type InboxRequest, inboxQueries } from "@/lib/inbox/queries";

type Props = { binId: string; number: number };

/** One received request and the verdict on its signature. */
export function RequestView({ binId, number }: Props) {
  const { data, failure } = useStableQuery(useQuery(inboxQueries.request(binId, number)));
  if (data) return <Request request={data} />;
  if (!failure) return <Skeleton className="h-96 w-full rounded-lg" />;
  return (
    <ProblemCard
      what={`Request ${number} could not be loaded; it may have been cleared`}
      {...failure}
    />
  );
}

function Request({ request }: { request: InboxRequest }) {
  const { number, receivedAt, answered, headers, body, encoding, size, truncated } = request;
  return (
    <Card
      title={`Request ${number}`}
      hint={
        <>
          <Moment at={receivedAt} />, {formatBytes(size)}, answer {answered}
        </>
      }
    >
      <div className="grid min-w-0 grid-cols-1 gap-5">
        <Verdict request={request} />
        <section aria-label="Headers">
          <h3 className="mb-1.5 font-medium text-sm text-soft">Headers</h3>
          <HeaderTable caption="Request headers" headers={headers} />
        </section>
        <section aria-label="Body" className="min-w-0">
          <h3 className="mb-1.5 font-medium text-sm text-soft">Body</h3>
          <BodyView
            label="request body"
            body={body}
            encoding={encoding}
            fileName={`request-${number}`}
          />
          {truncated && (
            <p className="mt-1.5 text-soft text-sm">Truncated: only the first 64 KiB are stored.</p>
          )}
        </section>
      </div>
    </Card>
  );
}

const link = "rounded-sm font-medium text-accent underline underline-offset-2";

function Verdict({ request: { valid, webhookId, fault, eventId } }: { request: InboxRequest }) {
  if (!valid) {
    return (
      <Notice tone="bad" title="The signature is not valid">
        {fault}
      </Notice>
    );
  }
  return (
    <Notice tone="good" title="The signature is valid">
      Signed with the secret of{" "}
      {webhookId ? (
        <Link href={`/webhooks/${webhookId}/deliveries`} prefetch={false} className={link}>
          the webhook that points here
        </Link>
      ) : (
        "the account, as for every callbackUrl of an event"
      )}
      {eventId && (
        <>
          , for{" "}
          <Link href={`/deliveries?q=${eventId}`} prefetch={false} className={link}>
            this event
          </Link>
        </>
      )}
      .
    </Notice>
  );
}
