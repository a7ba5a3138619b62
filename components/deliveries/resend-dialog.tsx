"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { type Delivery, useResend } from "@/lib/deliveries/queries";
import { formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";

type Props = { delivery: Delivery; close: () => void };

/** Confirmation opened by a shortcut; Enter confirms. */
export function ResendDialog({ delivery, close }: Props) {
  const { mutate, isPending, error } = useResend(delivery.id);
  const target = useLabels()(delivery.webhookId) || formatTarget(delivery.callbackUrl);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Resend this delivery?"
      description={`Sends ${delivery.event} to ${target} again. The receiver may receive it twice.`}
    >
      <p role="alert" className="text-bad">
        {error?.message}
      </p>
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button
          autoFocus
          look="primary"
          disabled={isPending}
          onClick={() => mutate(undefined, { onSuccess: close })}
        >
          {isPending ? "Queueing…" : "Resend"}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
