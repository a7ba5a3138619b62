"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2, Webhook } from "lucide-react";
import { useRouter } from "next/navigation";
import { AccountOwner } from "@/components/accounts/account-owner";
import { useFallback } from "@/components/live/use-live-state";
import { FailedPage } from "@/components/page/failed-page";
import { PageHeader } from "@/components/page/page-header";
import { type Failure, useStableQuery } from "@/components/page/use-stable-query";
import { AskButton } from "@/components/ui/ask-button";
import { ButtonLink } from "@/components/ui/button-link";
import { CopyButton } from "@/components/ui/copy-button";
import { eventNames } from "@/db/enums";
import { type InboxBin, inboxQueries, useRemoveBin } from "@/lib/inbox/queries";
import { useMay } from "@/lib/session/queries";
import { AnswerCard } from "./answer-card";
import { BinRequests } from "./bin-requests";
import { BinSkeleton } from "./bin-skeleton";

/** One bin: address, response and requests. */
export function BinView({ id }: { id: string }) {
  const refetchInterval = useFallback(5000);
  const { data: bin, failure } = useStableQuery(
    useQuery({ ...inboxQueries.bin(id), refetchInterval }),
  );
  if (bin) return <Bin bin={bin} failure={failure} />;
  if (!failure) return <BinSkeleton />;
  return <FailedPage title="Bin" what="The bin could not be loaded" {...failure} />;
}

type Props = {
  bin: InboxBin;
  /** Why it could not be refreshed. */
  failure: Failure | undefined;
};

function Bin({ bin, failure }: Props) {
  const may = useMay("webhooks:write");
  // Signatures in a bin are checked with secrets of its account.
  const { accountId, url } = bin;
  const toBin = new URLSearchParams({ accountId, url, events: eventNames.join(",") });
  return (
    <>
      <PageHeader
        title={bin.name}
        hint={
          <>
            <p className="flex min-w-0 items-center gap-1">
              <code className="wrap-anywhere min-w-0 font-mono text-ink text-sm">{bin.url}</code>
              <CopyButton text={bin.url} label="Copy address" />
            </p>
            <p className="flex text-sm">
              <AccountOwner id={bin.accountId} />
            </p>
            <p className="mt-1 text-sm">
              Only this installation can deliver to the bin, and requests stay on this server. The
              latest 200 requests are kept for 3 days.
            </p>
          </>
        }
        actions={
          may && (
            <>
              <ButtonLink href={`/webhooks/new?${toBin}`}>
                <Webhook aria-hidden="true" />
                Create a webhook to this bin
              </ButtonLink>
              <BinMenu bin={bin} />
            </>
          )
        }
      />
      <div className="grid grid-cols-1 gap-6">
        <AnswerCard bin={bin} may={may} />
        <BinRequests bin={bin} failure={failure} />
      </div>
    </>
  );
}

/** Menu to delete a bin. */
function BinMenu({ bin }: { bin: InboxBin }) {
  const router = useRouter();
  const remove = useRemoveBin(bin.id);
  return (
    <AskButton
      icon={Trash2}
      name="Delete bin"
      warning="Its requests are deleted; webhooks that point here get 404."
      confirm="Confirm delete"
      status={remove.error?.message ?? ""}
      busy={remove.isPending || remove.isSuccess}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => router.push("/inbox") })}
    />
  );
}
