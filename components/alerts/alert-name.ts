import type { AlertKind, OperationalEventKind } from "@/db/alert-kinds";

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
