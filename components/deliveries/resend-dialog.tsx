"use client";

import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { useLabels } from "@/components/webhooks/use-labels";
import { type Delivery, useResend } from "@/lib/deliveries/queries";
import { formatTarget } from "@/lib/format";

type Props = { delivery: Delivery; close: () => void };

/** Asked for from the keyboard, so that Enter is the whole answer. */
export function ResendDialog({ delivery, close }: Props) {
  const { mutate, isPending, error } = useResend(delivery.id);
  const target = useLabels()(delivery.webhookId) || formatTarget(delivery.callbackUrl);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Resend this delivery?"
      description={`${delivery.event} goes to ${target} once more. The receiver may get it twice.`}
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
