"use client";

import { BulkResendDialog } from "@/components/replays/bulk-resend-dialog";
import { retryAllChoice } from "@/components/replays/replay-verb";
import { Dialog } from "@/components/ui/dialog";
import { RotateSecret } from "@/components/webhooks/rotate-secret";

/** An action of the palette that asks before it is carried out. */
export type WebhookAction = { verb: "retry" | "rotate"; id: string; name: string };

type Props = { action: WebhookAction; close: () => void };

/** Asks how to carry out an action on a webhook, over any page. */
export function WebhookDialog({ action: { verb, id, name }, close }: Props) {
  if (verb === "retry")
    return <BulkResendDialog choice={retryAllChoice(id)} verb="Retry" close={close} />;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Rotate signing secret"
      description={<p className="wrap-anywhere">{name}</p>}
    >
      <RotateSecret id={id} />
    </Dialog>
  );
}
