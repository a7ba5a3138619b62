import type { Context } from "@/lib/context";
import { classifyHealth } from "./classify-health";
import { type HourTally, type HourWaiting, measureHealth } from "./measured";

/** Returns the health of these webhooks or of all, in any order. */
export async function healthOf(ctx: Context, ids?: string[]) {
  return ids?.length === 0 ? [] : (await measureHealth(ctx, ids)).map(toHealth);
}

type Row = Awaited<ReturnType<typeof measureHealth>>[number];

function toHealth({ hours, waitingHours, dayAgo, ...facts }: Row) {
  return { ...classifyHealth(facts), hours: sparkline(dayAgo, hours, waitingHours) };
}

const hourMs = 3_600_000;

/** Returns the 24 hours from `start` on, each with its results. */
function sparkline(start: Date, tallies: HourTally[], unfinished: HourWaiting[]) {
  return Array.from({ length: 24 }, (_, hour) => {
    const {
      delivered = 0,
      failed = 0,
      retrying = 0,
    } = tallies.find((one) => one.hour === hour) ?? {};
    const { waiting = 0 } = unfinished.find((one) => one.hour === hour) ?? {};
    const from = new Date(start.getTime() + hour * hourMs);
    return { from, delivered, failed, retrying, waiting };
  });
}
