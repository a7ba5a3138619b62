"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Dialog, DialogActions } from "@/components/ui/dialog";
import { Input } from "@/components/ui/input";
import { formatHost, formatPlural, formatUrl } from "@/lib/format";
import { healthQueries } from "@/lib/health/queries";
import { useRemoveWebhook, type Webhook } from "@/lib/webhooks/queries";

type Props = { webhook: Webhook; close: () => void; onRemoved: () => void };

/** What is lost is said first, and its host is typed: nobody deletes the wrong one by a slip. */
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
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const host = formatHost(callbackUrl);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() !== host) {
      setComplaint(`Type ${host} to confirm`);
      return;
    }
    const done = () => {
      close();
      onRemoved();
    };
    remove.mutate(undefined, { onSuccess: done });
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <p>{whatIsLost(health?.backlog ?? 0)} This cannot be undone.</p>
      <Field label={`Type ${host} to confirm`} error={complaint}>
        {(wiring) => (
          <Input
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            {...wiring}
          />
        )}
      </Field>
      {remove.error && (
        <p role="alert" className="font-medium text-bad">
          {remove.error.message}
        </p>
      )}
      <DialogActions>
        <Button onClick={close}>Keep it</Button>
        <Button type="submit" look="danger-solid" disabled={remove.isPending || remove.isSuccess}>
          {remove.isPending ? "Deleting…" : "Delete webhook"}
        </Button>
      </DialogActions>
    </form>
  );
}

function whatIsLost(waiting: number): string {
  const lost =
    waiting > 0
      ? `${formatPlural(waiting, "pending delivery", "pending deliveries")} will be cancelled.`
      : "Nothing is waiting to be sent.";
  return `${lost} The log of what was sent stays until its retention ends.`;
}
