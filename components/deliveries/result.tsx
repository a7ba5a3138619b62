import type { Cause, DeliveryStatus } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { formatDuration } from "@/lib/format";

type Outcome = {
  statusCode?: number | undefined;
  cause?: Cause | undefined;
  durationMs?: number | undefined;
  /** Set for deliveries only, not for attempts. */
  status?: DeliveryStatus;
};
type Props = { outcome: Outcome };

/** Result of the last attempt: the status code, or the cause when there was no response. */
export function Result({ outcome }: Props) {
  const { durationMs } = outcome;
  const words = resultWords(outcome);
  if (isFailedResend(outcome)) {
    return (
      <span title={words} className="whitespace-nowrap text-warn">
        Resend failed
      </span>
    );
  }
  if (!words) return <span className="text-faint">–</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className={outcome.cause ? "font-medium text-bad" : "font-medium text-good"}>
        {words}
      </span>
      {durationMs !== undefined && (
        <>
          {" "}
          <span className="ml-1 text-faint text-sm">{formatDuration(durationMs)}</span>
        </>
      )}
    </span>
  );
}

export function resultWords(outcome: Outcome): string | undefined {
  const { statusCode, cause } = outcome;
  const words = statusCode === undefined ? cause && causeNames[cause] : `HTTP ${statusCode}`;
  return isFailedResend(outcome) ? `last resend failed: ${words}` : words;
}

/** True for a delivered delivery with a failed resend; it stays delivered. */
function isFailedResend({ status, cause }: Outcome): boolean {
  return status === "delivered" && cause !== undefined;
}
