"use client";

import { BellOff, Eye, Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";
import { useRemoveAlertReceiver, useRevealAlertSecret, useTestAlert } from "@/lib/alerts/queries";

/** Actions on the alert receiver: test, reveal, stop. */
export function AlertActions() {
  const test = useTestAlert();
  const remove = useRemoveAlertReceiver();
  const reveal = useRevealAlertSecret();
  const error = test.error ?? remove.error ?? reveal.error;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex flex-wrap gap-2">
        <Button disabled={test.isPending} onClick={() => test.mutate()}>
          <Send aria-hidden="true" />
          Send test alert
        </Button>
        <Button disabled={reveal.isPending} onClick={() => reveal.mutate()}>
          <Eye aria-hidden="true" />
          Reveal secret
        </Button>
        <Button look="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
          <BellOff aria-hidden="true" />
          Stop alerts
        </Button>
      </div>
      {reveal.data && <CodeBlock label="secret of alerts" code={reveal.data.secret} wrap />}
      {error && (
        <p role="alert" className="font-medium text-bad">
          {error.message}
        </p>
      )}
    </div>
  );
}
