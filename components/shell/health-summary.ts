import { queuePart, workersPart } from "@/components/system/sending-parts";
import type { Tone } from "@/components/ui/badge";
import type { HealthCount } from "@/lib/health/queries";
import type { System } from "@/lib/system/queries";

type Health = { data?: readonly HealthCount[] | undefined; error: Error | null };
export type HealthSummary = { tone: Tone; words: string; href: string };

/** States that need attention, the worst first. */
const troubles: [HealthCount["state"], Tone][] = [
  ["failing", "bad"],
  ["auto_paused", "warn"],
  ["degraded", "warn"],
  ["late", "warn"],
];

/** Returns which webhooks need attention: those in the worst state, and how many in others. Without any, what is paused or delivers. */
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
  const [[worst, tone] = ["paused", "idle"] as const, ...others] = troubles.filter(
    ([state]) => count(state) > 0,
  );
  const n = count(worst);
  if (n > 0) {
    const more = others.reduce((sum, [state]) => sum + count(state), 0);
    return {
      tone,
      words: `${n} ${worst.replace("_", "-")}${more > 0 ? `, ${more} more` : ""}`,
      href: `/webhooks?status=${[worst, ...others.map(([state]) => state)]}`,
    };
  }
  return count("healthy") > 0
    ? { tone: "good", words: "All delivering", href: "/system" }
    : { tone: "idle", words: "No traffic", href: "/system" };
}
