import type { Tone } from "@/components/ui/badge";
import { formatCount, formatQuantity, formatRelative } from "@/lib/format";
import type { System } from "@/lib/system/queries";

/** A part of the installation: its state, a value and a detail. */
export type Part = { name: string; tone: Tone; value: string; detail: string; href?: string };

/** Delay of the oldest delivery from which the queue is a problem. */
const warnFromSeconds = 60;
const badFromSeconds = 300;
const most = 10_000;

export function queuePart({ queue, breakers, now }: System): Part {
  const { ready, oldestDueAt, scheduled, held, lateWebhooks } = queue;
  const delaySeconds = oldestDueAt ? (Date.parse(now) - Date.parse(oldestDueAt)) / 1000 : 0;
  const behind = oldestDueAt ? formatRelative(oldestDueAt, Date.parse(now)) : "";
  const behindWhat = [
    ...(breakers.length > 0 ? ["open circuits"] : []),
    ...(lateWebhooks > 0 ? ["limits of webhooks"] : []),
  ].join(" or ");
  const waiting = [
    `${upTo(ready)} due${behindWhat && ` or behind ${behindWhat}`}`,
    `${upTo(scheduled)} scheduled`,
    ...(held ? [`${upTo(held)} paused`] : []),
  ];
  return {
    name: "Queue",
    tone: delaySeconds > badFromSeconds ? "bad" : delaySeconds > warnFromSeconds ? "warn" : "good",
    value: delaySeconds < 1 ? "No delay" : `${behind.replace(" ago", "")} behind`,
    detail: waiting.join(", "),
  };
}

export function workersPart({ workers }: System): Part {
  const alive = workers.filter((worker) => worker.alive).length;
  const lost = workers.length - alive;
  return {
    name: "Workers",
    tone: alive === 0 ? "bad" : lost > 0 ? "warn" : "good",
    value: alive === 0 ? "None running" : `${alive} running`,
    detail:
      lost > 0
        ? `${lost} lost in the last hour`
        : `last heartbeat within ${formatQuantity(10, "s")}`,
  };
}

function upTo(count: number): string {
  return count >= most ? `${formatCount(most)}+` : formatCount(count);
}
