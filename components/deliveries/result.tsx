import type { Cause } from "@/db/enums";
import { formatDuration } from "@/lib/format";
import { causeWords } from "./causes";

type Outcome = {
  statusCode?: number | undefined;
  cause?: Cause | undefined;
  durationMs?: number | undefined;
};
type Props = { outcome: Outcome };

/** How the last attempt ended: the status when there was an answer, the cause when there was none. */
export function Result({ outcome }: Props) {
  const { durationMs } = outcome;
  const words = resultWords(outcome);
  if (!words) return <span className="text-faint">–</span>;
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span className={outcome.cause ? "font-medium text-bad" : "font-medium text-good"}>
        {words}
      </span>
      {durationMs !== undefined && (
        <span className="ml-2 text-faint text-sm">{formatDuration(durationMs)}</span>
      )}
    </span>
  );
}

export function resultWords({ statusCode, cause }: Outcome): string | undefined {
  if (statusCode !== undefined) return `HTTP ${statusCode}`;
  return cause && causeWords[cause].short;
}
