import { formatCount } from "@/lib/format";
import type { Replay } from "@/lib/replays/queries";
import { outlook } from "./outlook";
import { replayState } from "./replay-state";

/** "57 of 132 done, 3 failed. About 4 s left, without retries.", then "129 delivered, 3 failed." */
export function progressInWords(replay: Replay): string {
  const { status, finishedAt, done, total, cancelled, failed } = replay;
  if (finishedAt && total > 0 && status !== "failed") return `${outcomesInWords(replay)}.`;
  const counts = [`${formatCount(done - cancelled)} of ${formatCount(total)} done`];
  if (failed > 0) counts.push(`${formatCount(failed)} failed`);
  return `${counts.join(", ")}. ${outlook(replay)}`;
}

const skippedWords = "skipped (attempt in progress, or in another replay)";

function outcomesInWords(replay: Replay): string {
  const { delivered, deliveredMeanwhile, failed, skipped, cancelled } = replay;
  const outcomes = {
    delivered: delivered + deliveredMeanwhile,
    failed,
    [skippedWords]: skipped - deliveredMeanwhile,
    "not resent": cancelled,
  };
  return Object.entries(outcomes)
    .flatMap(([word, count]) => (count > 0 ? `${formatCount(count)} ${word}` : []))
    .join(", ");
}

/** What screen readers hear at the end. */
export function endInWords(title: string, replay: Replay): string {
  return `${title}: ${replayState(replay).word.toLowerCase()}. ${progressInWords(replay)}`;
}
