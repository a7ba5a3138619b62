"use client";

import { RotateCw } from "lucide-react";
import { useState } from "react";
import { AskButton } from "@/components/ui/ask-button";
import { type DeliveryDetail, useResend } from "@/lib/deliveries/queries";
import { useMay } from "@/lib/session/queries";
import { resultWords } from "./result";

type Props = { delivery: DeliveryDetail };

/** One more attempt, followed from queued over sent to the receiver's answer. */
export function ResendButton({ delivery }: Props) {
  const resend = useResend(delivery.id);
  const may = useMay("deliveries:write");
  const [after, setAfter] = useState<number>();
  return (
    <AskButton
      icon={RotateCw}
      name="Resend"
      warning="The receiver may get this event twice."
      confirm="Confirm resend"
      told={told({ delivery, after, may, error: resend.error })}
      busy={resend.isPending || delivery.sending || awaits(delivery, after)}
      disabled={!may}
      onConfirm={() => resend.mutate(undefined, { onSuccess: () => setAfter(delivery.attempts) })}
    />
  );
}

type Telling = {
  delivery: DeliveryDetail;
  after: number | undefined;
  may: boolean;
  error: Error | null;
};

function told({ delivery, after, may, error }: Telling): string {
  if (!may) return "Your role may not resend deliveries.";
  if (error) return error.message;
  if (delivery.sending) return "A request is being sent right now.";
  if (after === undefined) return "";
  if (awaits(delivery, after)) return "Queued. The result shows here by itself.";
  const outcome = delivery.attemptLog.find(({ number }) => number > after);
  return outcome ? `Attempt ${outcome.number}: ${resultWords(outcome) ?? "no answer"}` : "";
}

/** A resend that was stopped before it went out is awaited no longer. */
function awaits({ attemptLog, status }: DeliveryDetail, after: number | undefined): boolean {
  if (after === undefined || status === "cancelled") return false;
  return !attemptLog.some(({ number }) => number > after);
}
