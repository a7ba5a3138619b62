"use client";

import { useQuery } from "@tanstack/react-query";
import { RotateCw, Undo2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useNow } from "@/components/time/use-now";
import { Button } from "@/components/ui/button";
import { type DeliveryDetail, useResend } from "@/lib/deliveries/queries";
import { formatTarget, formatUrl } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { hasAllWebhooks, settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import { isAwaited, outcomeOf } from "./resend-outcome";
import { resultWords } from "./result";
import { resendSoon, sendNow, undoResend, useWaitingResends } from "./waiting-resends";

type Props = {
  delivery: DeliveryDetail;
  /** Beside the title of a page, or in a line of its own. The line of the status is then reserved. */
  place?: "page" | "panel";
};

/**
 * Resends a delivery after five seconds in which it can be undone, and follows the attempt until its response. A second
 * click sends at once, as does leaving the delivery.
 */
export function ResendButton({ delivery, place }: Props) {
  const { id, attempts } = delivery;
  const resend = useResend();
  const may = useMay("deliveries:write");
  const { deleted, moved } = useTarget(delivery);
  const [after, setAfter] = useState<number>();
  const waiting = useWaitingResends().find((one) => one.id === id);
  useEffect(() => () => sendNow(id), [id]);

  const send = () => resend.mutate(id, { onSuccess: () => setAfter(attempts) });
  const isBusy = resend.isPending || delivery.sending || isAwaited(delivery, after);
  const start = () => resendSoon({ id, words: delivery.event }, send);
  const shape = may && place !== "panel" ? rightAligned : leftAligned;
  return (
    <div className={shape.all}>
      <div className="flex flex-wrap gap-2 max-sm:gap-1">
        {waiting && (
          <Button look="quiet" className={shape.undo} onClick={() => undoResend(id)}>
            <Undo2 aria-hidden="true" className="max-sm:hidden" />
            Undo <SecondsLeft until={waiting.dueAt} />
          </Button>
        )}
        {/* One element, which keeps the focus: the second press sends at once. */}
        <Button
          look={waiting ? "primary" : "plain"}
          disabled={!may || deleted}
          aria-disabled={isBusy || undefined}
          onClick={isBusy ? undefined : waiting ? () => sendNow(id) : start}
        >
          {/* On a phone Undo needs the room. */}
          <RotateCw aria-hidden="true" className={waiting ? "max-sm:hidden" : ""} />
          {waiting ? "Send now" : nameOf(delivery)}
        </Button>
      </div>
      <p role="status" className={`text-soft text-sm ${shape.status} ${lineOf(place, may)}`}>
        {waiting
          ? (moved ?? soonWords(attempts))
          : statusOf({ delivery, after, may, deleted, error: resend.error })}
      </p>
    </div>
  );
}

// Nothing moves when Undo and the words of the status appear. Undo is never where the button was pressed: a second press there sends.
const rightAligned = {
  all: "max-xl:contents xl:grid xl:flex-1 xl:content-start xl:justify-items-end xl:gap-1",
  undo: "max-xl:order-last",
  status: "max-xl:order-last xl:text-right",
};
const leftAligned = {
  all: "contents",
  undo: "order-last",
  status: "order-last",
};

/** The line is reserved, and shared with the result of Stop, which a viewer does not have. */
function lineOf(place: Props["place"], may: boolean): string {
  return place ? `min-h-5 ${may ? "" : "basis-full"}` : "basis-full";
}

function soonWords(attempts: number): string {
  const soon = "Will be sent in five seconds.";
  return attempts > 0 ? `${soon} It may arrive twice.` : soon;
}

function nameOf({ status, attempts }: DeliveryDetail): string {
  if (status !== "pending") return "Resend";
  return attempts > 0 ? "Retry now" : "Try now";
}

function SecondsLeft({ until }: { until: number }) {
  const seconds = Math.ceil((until - useNow()) / 1000);
  return (
    <span aria-hidden="true" className="w-6 text-left text-faint tabular-nums">
      {Math.min(5, Math.max(1, seconds))} s
    </span>
  );
}

/** Returns whether the webhook was deleted, and in words that its callback URL has changed. */
function useTarget({ webhookId, callbackUrl }: DeliveryDetail) {
  const { data: present } = useQuery(settingsQueries.list());
  const exists =
    present && (present.some((one) => one.webhookId === webhookId) || !hasAllWebhooks(present));
  const { data: webhook } = useQuery({
    ...webhookQueries.one(webhookId ?? ""),
    enabled: exists === true,
  });
  const isMoved = webhook && formatUrl(webhook.callbackUrl) !== formatUrl(callbackUrl);
  return {
    deleted: webhookId !== undefined && exists === false,
    moved: isMoved
      ? `The callback URL has changed. The request goes to ${formatTarget(webhook.callbackUrl)}.`
      : undefined,
  };
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
  if (isAwaited(delivery, after)) return "Queued. The result will appear here.";
  const outcome = outcomeOf(delivery.attemptLog, after);
  return outcome ? `Attempt ${outcome.number}: ${resultWords(outcome) ?? "no response"}` : "";
}
