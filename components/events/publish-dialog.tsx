"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogActions } from "@/components/ui/dialog-actions";
import type { EventDraft } from "@/lib/events/drafts";
import { formatPlural, formatUrl } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import { webhookQueries } from "@/lib/webhooks/queries";

type Props = {
  draft: EventDraft;
  account: string | undefined;
  confirm: (draft: EventDraft) => void;
  close: () => void;
};

/** Confirms a publication and lists the webhooks that will receive it. */
export function PublishDialog({ draft, account, confirm, close }: Props) {
  const { data: webhooks = [] } = useQuery({
    ...webhookQueries.list(account),
    enabled: account !== undefined,
  });
  const labelOf = useLabels();
  const subscribed = webhooks.filter(({ events }) => events.includes(draft.event));
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Publish this event?"
      description={<p className="font-mono text-xs">{draft.event}</p>}
    >
      {subscribed.length === 0 ? (
        <p>No webhook is subscribed. The event will be stored and not sent.</p>
      ) : (
        <>
          <p>It will be sent to {formatPlural(subscribed.length, "webhook")}:</p>
          <ul className="mt-2 max-h-48 overflow-y-auto rounded-md border border-line bg-sunken px-3 py-2 text-sm">
            {subscribed.map(({ id, callbackUrl }) => (
              <li key={id} className="wrap-anywhere py-0.5">
                {labelOf(id) && <span className="font-medium">{labelOf(id)} </span>}
                {formatUrl(callbackUrl)}
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" onClick={() => confirm(draft)}>
          Publish event
        </Button>
      </DialogActions>
    </Dialog>
  );
}
