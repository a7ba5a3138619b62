import { queuePart, workersPart } from "@/components/system/sending-parts";
import type { Tone } from "@/components/ui/badge";
import type { HealthCount } from "@/lib/health/queries";
import type { System } from "@/lib/system/queries";

type Health = { data?: readonly HealthCount[] | undefined; error: Error | null };
export type HealthSummary = { tone: Tone; words: string; href: string };

const kinds: { state: HealthCount["state"]; tone: Tone; word: string }[] = [
  { state: "failing", tone: "bad", word: "failing" },
  { state: "auto_paused", tone: "warn", word: "auto-paused" },
  { state: "degraded", tone: "warn", word: "degraded" },
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
  const worst = kinds.find(({ state }) => count(state) > 0);
  if (worst) {
    const { state, tone, word } = worst;
    return { tone, words: `${count(state)} ${word}`, href: "/webhooks" };
  }
  const paused = count("paused");
  if (paused > 0) {
    const href = "/webhooks?status=paused";
    return count("healthy") > 0
      ? { tone: "good", words: `Delivering, ${paused} paused`, href }
      : { tone: "idle", words: `${paused} paused`, href };
  }
  if (count("healthy") > 0) return { tone: "good", words: "All delivering", href: "/system" };
  return { tone: "idle", words: "No traffic", href: "/system" };
}
