import Link from "next/link";
import { Countdown } from "@/components/time/countdown";
import { Moment } from "@/components/time/moment";
import { Notice } from "@/components/ui/notice";
import { causeNames } from "@/lib/deliveries/cause-names";
import type { Attempt, DeliveryDetail } from "@/lib/deliveries/queries";
import { formatDuration, formatPlural } from "@/lib/format";
import { withinSentence } from "@/lib/words";
import { causeMeanings } from "./cause-meanings";
import { remedyFor } from "./cause-remedies";
import { HeldBack, HeldByLimit, HeldByPause, type Hold, useHold } from "./held-back";
import { resultWords } from "./result";

/** Outcome of a delivery with cause and remedy. */
export function Verdict({ delivery }: { delivery: DeliveryDetail }) {
  const { status, attempts, cause, statusCode } = delivery;
  const times = formatPlural(attempts, "attempt");
  const hold = useHold(delivery);

  if (status === "cancelled") {
    return (
      <Notice title={`Cancelled after ${times}`}>
        A person stopped it, or the webhook was deleted. No further attempts are made.
      </Notice>
    );
  }
  if (status === "delivered") return <Arrival delivery={delivery} />;
  if (!cause) {
    if (hold.openUntil) return <HeldBack until={hold.openUntil} />;
    if (!delivery.sending && !delivery.nextAttemptAt) return <HeldByPause />;
    if (hold.late) return <HeldByLimit reason={hold.late} />;
    return (
      <Notice title={delivery.sending ? "Attempt in progress" : "Waiting for the attempt"}>
        Next attempt: <Next delivery={delivery} />. The result will appear here.
      </Notice>
    );
  }
  const failed = status === "failed";
  const short = causeNames[cause];
  const answered = statusCode ? ` (HTTP ${statusCode})` : "";
  const what = `${withinSentence(short)}${answered}`;
  return (
    <Notice
      tone={failed ? "bad" : "warn"}
      title={failed ? `Given up after ${times}: ${what}` : `${times} failed: ${what}`}
    >
      <Reason delivery={delivery} hold={hold} />
    </Notice>
  );
}

/** Describes the successful attempt; a failed resend afterwards does not undo it. */
function Arrival({ delivery }: { delivery: DeliveryDetail }) {
  const { attempts, attemptLog, finishedAt } = delivery;
  const {
    number = attempts,
    statusCode,
    durationMs,
  } = attemptLog.filter(({ cause }) => !cause).at(-1) ?? {};
  return (
    <Notice tone="good" title={`Delivered after ${formatPlural(number, "attempt")}`}>
      The receiver responded {statusCode && `HTTP ${statusCode}`}
      {durationMs !== undefined && ` in ${formatDuration(durationMs)}`}
      {finishedAt && (
        <>
          {" "}
          on <Moment at={finishedAt} />
        </>
      )}
      .{sentAgain(delivery, attempts - number)}
    </Notice>
  );
}

function sentAgain(delivery: DeliveryDetail, times: number): string | undefined {
  if (times === 0) return undefined;
  const failure = delivery.cause && `; ${resultWords(delivery)}`;
  return ` Resent ${formatPlural(times, "time")} since${failure ?? ""}.`;
}

type ReasonProps = { delivery: DeliveryDetail; hold: Hold };

function Reason({ delivery, hold }: ReasonProps) {
  const { status, cause, statusCode, finishedAt, attemptLog } = delivery;
  if (!cause) return null;
  return (
    <>
      <p className="wrap-anywhere max-w-3xl">
        {statusCode ? causeMeanings[cause] : (attemptLog[0]?.error ?? causeMeanings[cause])}{" "}
        {resultsInWords(attemptLog)}
        {status === "failed" && finishedAt && (
          <>
            {" "}
            Gave up on <Moment at={finishedAt} />.
          </>
        )}
      </p>
      <p className="mt-1 max-w-3xl">
        <strong className="font-medium text-ink">What to do:</strong> {remedyFor(cause, statusCode)}{" "}
        {status === "failed" && cause !== "internal" && "Then resend the delivery. "}
        <Link
          href={`/docs/causes#${cause}`}
          prefetch={false}
          className="tap-area inline-flex min-h-6 items-center rounded-sm text-accent underline underline-offset-2"
        >
          More about this cause
        </Link>
      </p>
      {status === "pending" && (
        <p className="mt-1">
          <strong className="font-medium text-ink">Next attempt</strong>{" "}
          <Next delivery={delivery} />
          {hold.openUntil && "; the webhook's circuit is open"}
          {hold.late && "; the webhook is late"}
        </p>
      )}
    </>
  );
}

function Next({ delivery: { sending, nextAttemptAt } }: { delivery: DeliveryDetail }) {
  if (sending) return "is being sent";
  if (!nextAttemptAt) return "when the webhook is resumed";
  return <Countdown to={nextAttemptAt} />;
}

/** Returns "HTTP 503 on all 8 attempts.", or a count of each result; nothing for a single attempt. */
function resultsInWords(log: readonly Attempt[]): string | undefined {
  if (log.length < 2) return undefined;
  const counts = new Map<string, number>();
  for (const attempt of log) {
    const words = resultWords(attempt) ?? "no response";
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const [only] = counts.keys();
  if (counts.size === 1)
    return `${only} on ${log.length === 2 ? "both" : `all ${log.length}`} attempts.`;
  return `${[...counts].map(([words, times]) => `${times} × ${words}`).join(", ")}.`;
}
