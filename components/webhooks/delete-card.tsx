"use client";

import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { formatPlural, formatUrl } from "@/lib/format";
import { healthQueries } from "@/lib/health/queries";
import { useRemoveWebhook, type Webhook } from "@/lib/webhooks/queries";

type Props = { webhook: Webhook; may: boolean };

export function DeleteCard({ webhook: { id, callbackUrl }, may }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Card
      title="Delete"
      tone="danger"
      hint="Its pending deliveries are cancelled at once. The log of what was sent stays."
    >
      <Button look="danger" disabled={!may} onClick={() => setOpen(true)}>
        <Trash2 aria-hidden="true" />
        Delete webhook…
      </Button>
      {!may && <p className="mt-2 text-soft text-sm">Your role may look, not change.</p>}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete this webhook?"
        description={<p className="wrap-anywhere">{formatUrl(callbackUrl)}</p>}
      >
        <Confirmation id={id} close={() => setOpen(false)} />
      </Dialog>
    </Card>
  );
}

function Confirmation({ id, close }: { id: string; close: () => void }) {
  const router = useRouter();
  const remove = useRemoveWebhook(id);
  const { data: health } = useQuery(healthQueries.one(id));
  const waiting = health?.backlog ?? 0;
  return (
    <>
      <p>
        {waiting > 0
          ? `${formatPlural(waiting, "pending delivery", "pending deliveries")} will be cancelled. `
          : "Nothing is waiting to be sent. "}
        This cannot be undone.
      </p>
      {remove.error && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {remove.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Keep it</Button>
        <Button
          look="danger-solid"
          disabled={remove.isPending || remove.isSuccess}
          onClick={() => remove.mutate(undefined, { onSuccess: () => router.push("/webhooks") })}
        >
          {remove.isPending ? "Deleting…" : "Delete webhook"}
        </Button>
      </DialogActions>
    </>
  );
}
