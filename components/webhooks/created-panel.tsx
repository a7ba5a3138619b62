"use client";

import { Send } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { FollowedDelivery } from "@/components/deliveries/followed-delivery";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useSendTest } from "@/lib/events/queries";
import { formatUrl } from "@/lib/format";
import { useRevealSecret } from "@/lib/secrets/queries";
import { useMay } from "@/lib/session/queries";
import type { Made } from "./use-new-webhook";

type Props = { made: Made; snippets: ReactNode };

/** Next steps for a new webhook: store the secret, send a test, verify signatures. */
export function CreatedPanel({ made: { webhook, fault }, snippets }: Props) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div ref={heading} tabIndex={-1} className="grid max-w-3xl grid-cols-1 gap-6 outline-none">
      <Notice tone="good" role="status" title="Webhook created">
        <span className="wrap-anywhere">{formatUrl(webhook.callbackUrl)}</span> receives events from
        now on.
      </Notice>
      {fault && (
        <Notice tone="bad" role="alert" title="Settings not saved">
          {fault.message} Set them on the Settings tab.
        </Notice>
      )}
      <SecretOnce id={webhook.id} />
      <FirstTest id={webhook.id} />
      <Card
        title="Verify signatures"
        hint="Verify the raw body in your receiver. Parsed and re-serialised JSON does not match."
      >
        {snippets}
      </Card>
    </div>
  );
}

function SecretOnce({ id }: { id: string }) {
  const may = useMay("webhooks:secrets");
  const { mutate, data, error } = useRevealSecret(id);
  const asked = useRef(false);
  useEffect(() => {
    if (!may || asked.current) return;
    asked.current = true;
    mutate();
  }, [may, mutate]);
  return (
    <Card
      title="Signing secret"
      hint="Store the secret in your receiver. You can reveal it again on the Signing tab."
    >
      {may && !data && !error && <Skeleton className="h-8 w-full max-w-md" />}
      {data && (
        <div className="flex flex-wrap items-center gap-2">
          <code className="wrap-anywhere min-w-0 rounded-md border border-line bg-sunken px-3 py-1.5 font-mono text-xs leading-5">
            {data.secret}
          </code>
          <CopyButton text={data.secret} label="Copy signing secret" shown="Copy" />
        </div>
      )}
      {!may && <p className="text-soft">Your role cannot view secrets. Ask an administrator.</p>}
      {error && <p className="text-bad">{error.message}</p>}
    </Card>
  );
}

function FirstTest({ id }: { id: string }) {
  const send = useSendTest();
  return (
    <Card
      title="Try it"
      hint="Sends one signed sample event and shows the response."
      actions={
        <div className="flex flex-wrap gap-2">
          <Button
            look="primary"
            disabled={send.isPending}
            onClick={() => send.mutate({ webhookId: id, body: {} })}
          >
            <Send aria-hidden="true" />
            Send test event
          </Button>
          <ButtonLink href={`/webhooks/${id}/deliveries`}>Open webhook</ButtonLink>
        </div>
      }
    >
      {send.error && <p className="text-bad">{send.error.message}</p>}
      {send.data ? (
        <FollowedDelivery key={send.data.id} id={send.data.id} />
      ) : (
        <p className="min-h-14 text-faint">No test event sent yet.</p>
      )}
    </Card>
  );
}
