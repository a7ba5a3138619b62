import { Moment } from "@/components/time/moment";
import { Notice } from "@/components/ui/notice";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { formatPlural } from "@/lib/format";
import { causeWords, remedyFor } from "./causes";
import { NextAttempt } from "./next-attempt";

/** What became of a delivery, why, and what to do, in words. */
export function Verdict({ delivery }: { delivery: DeliveryDetail }) {
  const { status, attempts, cause, statusCode, finishedAt, attemptLog } = delivery;
  const times = formatPlural(attempts, "attempt");

  if (status === "cancelled") {
    return (
      <Notice title={`Cancelled after ${times}`}>
        It was stopped by hand, or its webhook was deleted. Nothing more is sent.
      </Notice>
    );
  }
  if (status === "delivered") {
    return (
      <Notice tone="good" title={`Delivered after ${times}`}>
        The receiver answered {statusCode && `HTTP ${statusCode}`}
        {finishedAt && (
          <>
            {" "}
            on <Moment at={finishedAt} /> UTC
          </>
        )}
        .
      </Notice>
    );
  }
  if (!cause) {
    return (
      <Notice title={delivery.sending ? "Being sent right now" : "Waiting for its attempt"}>
        Next attempt: <NextAttempt delivery={delivery} />. The result shows here by itself.
      </Notice>
    );
  }
  const words = causeWords[cause];
  const answered = statusCode ? ` (HTTP ${statusCode})` : "";
  return (
    <Notice
      tone={status === "failed" ? "bad" : "warn"}
      title={
        status === "failed"
          ? `Given up after ${times}: ${words.short.toLowerCase()}${answered}`
          : `${times} failed: ${words.short.toLowerCase()}${answered}`
      }
    >
      <p className="wrap-anywhere">{attemptLog[0]?.error ?? words.what}</p>
      <p className="mt-1">
        <strong className="font-medium text-ink">What to do:</strong> {remedyFor(cause, statusCode)}
      </p>
      {status === "pending" && (
        <p className="mt-1">
          <strong className="font-medium text-ink">Next attempt:</strong>{" "}
          <NextAttempt delivery={delivery} />
        </p>
      )}
    </Notice>
  );
}
