import type { Tone } from "@/components/ui/badge";
import type { WebhookHealth } from "@/lib/health/queries";

type Health = { data?: readonly Pick<WebhookHealth, "state">[] | undefined; error: Error | null };
type Verdict = { tone: Tone; words: string; href: string };

/** The worst of it, in words. */
export function verdictOf({ data, error }: Health): Verdict {
  if (error) return { tone: "bad", words: "No answer", href: "/system" };
  if (!data) return { tone: "idle", words: "Checking…", href: "/webhooks" };
  const count = (...states: WebhookHealth["state"][]) =>
    data.filter(({ state }) => states.includes(state)).length;
  const failing = count("failing");
  if (failing > 0) return { tone: "bad", words: `${failing} failing`, href: "/webhooks" };
  const autoPaused = count("auto_paused");
  if (autoPaused > 0) {
    return { tone: "warn", words: `${autoPaused} auto-paused`, href: "/webhooks" };
  }
  const degraded = count("degraded");
  if (degraded > 0) return { tone: "warn", words: `${degraded} degraded`, href: "/webhooks" };
  if (count("healthy") > 0) return { tone: "good", words: "All delivering", href: "/webhooks" };
  return { tone: "idle", words: "No traffic", href: "/webhooks" };
}
