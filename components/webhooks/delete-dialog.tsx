"use client";

import { useQuery } from "@tanstack/react-query";
import { ConfirmByName } from "@/components/form/confirm-by-name";
import { Dialog } from "@/components/ui/dialog";
import { formatHost, formatPlural, formatUrl } from "@/lib/format";
import { healthQueries } from "@/lib/health/queries";
import { useRemoveWebhook } from "@/lib/webhooks/mutations";
import type { Webhook } from "@/lib/webhooks/queries";

type Props = { webhook: Webhook; close: () => void; onRemoved: () => void };

/** Confirms a deletion: names the consequences and requires typing the host. */
export function DeleteDialog({ webhook, close, onRemoved }: Props) {
  return (
    <Dialog
      open
      onOpenChange={(still) => !still && close()}
      title="Delete this webhook?"
      description={<p className="wrap-anywhere">{formatUrl(webhook.callbackUrl)}</p>}
    >
      <Confirmation webhook={webhook} close={close} onRemoved={onRemoved} />
    </Dialog>
  );
}

function Confirmation({ webhook: { id, callbackUrl }, close, onRemoved }: Props) {
  const remove = useRemoveWebhook(id);
  const { data: health } = useQuery(healthQueries.one(id));
  const onSuccess = () => {
    close();
    onRemoved();
  };
  return (
    <ConfirmByName
      name={formatHost(callbackUrl)}
      actionLabel="Delete webhook"
      busy={remove.isPending || remove.isSuccess}
      error={remove.error}
      close={close}
      onConfirm={() => remove.mutate(undefined, { onSuccess })}
    >
      {consequences(health?.backlog ?? 0)} This cannot be undone.
    </ConfirmByName>
  );
}

function consequences(waiting: number): string {
  const lost =
    waiting > 0
      ? `${formatPlural(waiting, "pending delivery", "pending deliveries")} will be cancelled.`
      : "No deliveries are pending.";
  return `${lost} Past deliveries stay in the log until retention ends.`;
}
