import { queuePart, workersPart } from "@/components/system/sending-parts";
import type { Tone } from "@/components/ui/badge";
import type { HealthCount } from "@/lib/health/queries";
import type { System } from "@/lib/system/queries";

type Health = { data?: readonly HealthCount[] | undefined; error: Error | null };
export type HealthSummary = { tone: Tone; words: string; href: string };

/** States that are named, the worst first. */
const named: [HealthCount["state"], Tone][] = [
  ["failing", "bad"],
  ["auto_paused", "warn"],
  ["degraded", "warn"],
  ["late", "warn"],
  ["paused", "idle"],
];

/** Returns the worst state of the receivers. */
export function receiversSummary({ data, error }: Health): HealthSummary {
  if (error) return { tone: "bad", words: "No response", href: "/system" };
  if (!data) return { tone: "idle", words: "Checking…", href: "/system" };
  return webhookSummary(data);
}

/** Returns the problem of the queue: no worker, or deliveries that are late. Undefined without one. */
export function queueSummary(system: System | undefined): HealthSummary | undefined {
  if (!system) return undefined;
  if (workersPart(system).tone === "bad") {
    return { tone: "bad", words: "No worker", href: "/system" };
  }
  const { tone, value } = queuePart(system);
  return tone === "good" ? undefined : { tone, words: `Queue ${value}`, href: "/system" };
}

function webhookSummary(counts: readonly HealthCount[]): HealthSummary {
  const count = (wanted: HealthCount["state"]) =>
    counts.find(({ state }) => state === wanted)?.webhooks ?? 0;
  for (const [state, tone] of named) {
    const n = count(state);
    if (n > 0) return { tone, words: `${n} ${state.replace("_", "-")}`, href: "/webhooks" };
  }
  return count("healthy") > 0
    ? { tone: "good", words: "All delivering", href: "/system" }
    : { tone: "idle", words: "No traffic", href: "/system" };
}
