"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useState } from "react";
import { AskButton } from "@/components/ui/ask-button";
import { type DeliveryDetail, useResend } from "@/lib/deliveries/queries";
import { formatTarget, formatUrl } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { resultWords } from "./result";

type Props = { delivery: DeliveryDetail };

/** Resends a delivery and follows the attempt until its response. */
export function ResendButton({ delivery }: Props) {
  const { id, webhookId, callbackUrl, status, attempts } = delivery;
  const resend = useResend(id);
  const may = useMay("deliveries:write");
  const { data: present } = useQuery(settingsQueries.list());
  const exists = present?.some((one) => one.webhookId === webhookId);
  const { data: webhook } = useQuery({
    ...webhookQueries.one(webhookId ?? ""),
    enabled: exists === true,
  });
  const [after, setAfter] = useState<number>();
  const deleted = webhookId !== undefined && exists === false;
  const moved = webhook && formatUrl(webhook.callbackUrl) !== formatUrl(callbackUrl);
  const retry = status === "pending" && attempts > 0;
  return (
    <AskButton
      icon={RotateCw}
      name={retry ? "Retry now" : "Resend"}
      warning={
        moved
          ? `The callback URL has changed. The request goes to ${formatTarget(webhook.callbackUrl)}.`
          : "The receiver may receive this event twice."
      }
      confirm={retry ? "Confirm retry" : "Confirm resend"}
      status={statusOf({ delivery, after, may, deleted, error: resend.error })}
      busy={resend.isPending || delivery.sending || awaits(delivery, after)}
      disabled={!may || deleted}
      onConfirm={() => resend.mutate(undefined, { onSuccess: () => setAfter(attempts) })}
    />
  );
}

type StatusProps = {
  delivery: DeliveryDetail;
  after: number | undefined;
  may: boolean;
  deleted: boolean;
  error: Error | null;
};

function statusOf({ delivery, after, may, deleted, error }: StatusProps): string {
  if (!may) return "Your role cannot resend deliveries.";
  if (deleted) return "Cannot resend: the webhook was deleted.";
  if (error) return error.message;
  if (delivery.sending) return "A request is in progress.";
  if (after === undefined) return "";
  if (awaits(delivery, after)) return "Queued. The result will appear here.";
  const outcome = delivery.attemptLog.find(({ number }) => number > after);
  return outcome ? `Attempt ${outcome.number}: ${resultWords(outcome) ?? "no response"}` : "";
}

/** True while the resend is awaited; a cancelled resend is not. */
function awaits({ attemptLog, status }: DeliveryDetail, after: number | undefined): boolean {
  if (after === undefined || status === "cancelled") return false;
  return !attemptLog.some(({ number }) => number > after);
}
