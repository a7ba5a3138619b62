import type { AlertKind, OperationalEventKind } from "@/db/enums";
import type { Alerts } from "@/lib/alerts/queries";
import { formatUrl } from "@/lib/format";

/** Kinds of alerts, most important first. */
export const alertNames: Record<OperationalEventKind, string> = {
  "webhook.failing": "Failing",
  "webhook.recovered": "Recovered",
  "webhook.auto_paused": "Auto-paused",
  "webhook.gone": "Gone",
  "webhook.circuit_opened": "Circuit open",
  "webhook.circuit_closed": "Circuit closed",
  "webhook.slow": "Slow",
  "webhook.quick": "Fast again",
  "webhook.paused": "Paused",
  "webhook.resumed": "Resumed",
};

export function alertName(kind: AlertKind): string {
  return kind === "alert.test" ? "Test" : alertNames[kind];
}

type About = Pick<Alerts["latest"][number], "webhookId" | "label" | "callbackUrl">;

/** Returns the label of the webhook that an alert is about, or its URL; undefined for a test. */
export function webhookName({ webhookId, label, callbackUrl }: About): string | undefined {
  return label ?? (callbackUrl ? formatUrl(callbackUrl) : webhookId);
}
