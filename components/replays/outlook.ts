import { dot, formatCount } from "@/lib/format";
import type { Replay } from "@/lib/replays/queries";
import { estimate } from "./estimate";

type Shown = Pick<
  Replay,
  "status" | "finishedAt" | "collected" | "total" | "done" | "ratePerSecond" | "held"
>;

const nothingMatched = "Nothing was resent: when the replay started, no delivery matched any more.";

/** Returns when a replay will end, or what holds it back. */
export function outlook(replay: Shown): string {
  const { status, finishedAt, collected, total, done, ratePerSecond } = replay;
  if (status === "failed") return "Queued deliveries are sent; the rest is not.";
  if (finishedAt && status !== "completed") return "Stopped. The rest was not resent.";
  if (finishedAt) return total > 0 ? "Completed." : nothingMatched;
  if (status === "cancelled") return "Waiting for requests in progress.";
  if (!collected) return "Finding deliveries…";
  const { paused = 0, circuitOpen = 0, retrying = 0 } = replay.held ?? {};
  const moving = Math.max(0, total - done - paused - circuitOpen - retrying);
  const holds = [
    { count: paused, until: "until the webhook is resumed" },
    { count: circuitOpen, until: "until the circuit closes" },
    { count: retrying, until: "for the next retry" },
  ].flatMap(({ count, until }) =>
    count > 0 ? `${formatCount(count)} ${count === 1 ? "waits" : "wait"} ${until}` : [],
  );
  if (holds.length === 0) return `${estimate(moving, ratePerSecond)} left, without retries.`;
  const left =
    moving > 0 ? [`${estimate(moving, ratePerSecond)} left for ${formatCount(moving)}`] : [];
  return `${[...left, ...holds].join(dot)}.`;
}
