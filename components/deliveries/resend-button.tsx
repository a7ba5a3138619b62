"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { type DeliveryDetail, useResend } from "@/lib/deliveries/queries";
import { useMay } from "@/lib/session/queries";
import { resultWords } from "./result";

type Props = { delivery: DeliveryDetail };

/** Asks once more in its own place, then tells what became of it: queued, sent, the receiver's answer. */
export function ResendButton({ delivery }: Props) {
  const resend = useResend(delivery.id);
  const may = useMay("deliveries:write");
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);
  const [after, setAfter] = useState<number>();

  const ask = () => {
    setAsked(true);
    setAsking(true);
  };
  const confirm = () => {
    setAsking(false);
    resend.mutate(undefined, { onSuccess: () => setAfter(delivery.attempts) });
  };
  const busy = resend.isPending || delivery.sending || awaits(delivery, after);
  return (
    <div className="grid justify-items-end gap-1.5">
      <div className="flex gap-2">
        {asking && (
          <>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button look="primary" onClick={confirm} autoFocus>
              Confirm resend
            </Button>
          </>
        )}
        {!asking && (
          // Busy it keeps the focus that the question had; a disabled one would lose it.
          <Button
            disabled={!may}
            aria-disabled={busy || undefined}
            autoFocus={asked}
            onClick={busy ? undefined : ask}
          >
            <RotateCw aria-hidden="true" />
            Resend
          </Button>
        )}
      </div>
      <p role="status" className="text-right text-soft text-sm">
        {told({ delivery, after, may, asking, error: resend.error })}
      </p>
    </div>
  );
}

type Telling = {
  delivery: DeliveryDetail;
  after: number | undefined;
  may: boolean;
  asking: boolean;
  error: Error | null;
};

function told({ delivery, after, may, asking, error }: Telling): string {
  if (!may) return "Your role may not resend deliveries.";
  if (error) return error.message;
  if (asking) return "The receiver may get this event twice.";
  if (delivery.sending) return "A request is being sent right now.";
  if (after === undefined) return "";
  if (awaits(delivery, after)) return "Queued. The result shows here by itself.";
  const outcome = delivery.attemptLog.find(({ number }) => number > after);
  return outcome ? `Attempt ${outcome.number}: ${resultWords(outcome) ?? "no answer"}` : "";
}

function awaits({ attemptLog }: DeliveryDetail, after: number | undefined): boolean {
  return after !== undefined && !attemptLog.some(({ number }) => number > after);
}
