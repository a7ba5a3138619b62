"use client";

import { ProblemCard } from "@/components/page/problem-card";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import { Skeleton } from "@/components/ui/skeleton";
import type { EventName } from "@/db/enums";
import { formatPlural, formatUrl } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { useSubscribed } from "./use-subscribed";

type Props = {
  event: EventName;
  account: string | undefined;
  confirm: () => void;
  close: () => void;
};

/** Confirms a publication and lists the webhooks that will receive it. */
export function PublishDialog({ event, account, confirm, close }: Props) {
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Publish this event?"
      description={<p className="font-mono text-xs">{event}</p>}
    >
      <Receivers name={event} account={account} />
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" busy={false} onClick={confirm}>
          Publish event
        </Button>
      </DialogActions>
    </Dialog>
  );
}

type ReceiversProps = { name: EventName; account: string | undefined };

function Receivers({ name, account }: ReceiversProps) {
  const { subscribed, total, failure } = useSubscribed(name, account, account !== undefined);
  const labelOf = useLabels();
  if (!subscribed || total === undefined) {
    if (!failure) return <Skeleton className="h-16 w-full" />;
    return <ProblemCard what="The subscribed webhooks could not be loaded" {...failure} />;
  }
  if (total === 0) return <p>No webhook is subscribed. The event will be stored and not sent.</p>;
  return (
    <>
      <p>It will be sent to {formatPlural(total, "webhook")}:</p>
      <ul className="mt-2 max-h-48 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 text-sm">
        {subscribed.map(({ id, callbackUrl, paused }) => (
          <li key={id} className="wrap-anywhere py-0.5">
            {labelOf(id) && <span className="font-medium">{labelOf(id)} </span>}
            {formatUrl(callbackUrl)}
            {paused && <span className="text-warn"> paused: waits until it is resumed</span>}
          </li>
        ))}
        {total > subscribed.length && (
          <li className="py-0.5 text-soft">
            and {formatPlural(total - subscribed.length, "other")}
          </li>
        )}
      </ul>
    </>
  );
}
