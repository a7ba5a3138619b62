import type { OperationalEventKind } from "@/db/alert-kinds";
import { alertNames } from "./alert-name";

const hints: Record<OperationalEventKind, string> = {
  "webhook.failing": "Five failures in a row, failures for a minute, or an open circuit",
  "webhook.recovered": "A request succeeded again",
  "webhook.auto_paused": "Everything failed for five days",
  "webhook.gone": "Responded 410 and was paused",
  "webhook.circuit_opened": "Too many failures; requests are suspended",
  "webhook.circuit_closed": "Deliveries resumed",
  "webhook.slow": "A request timed out",
  "webhook.quick": "Responses are fast again",
  "webhook.paused": "By a person or an API key",
  "webhook.resumed": "By a person or an API key",
};

/** Kinds to choose from, most important first. */
export const alertOptions = Object.entries(alertNames).map(([kind, name]) => ({
  kind,
  name,
  hint: hints[kind as OperationalEventKind],
}));

/** Kinds selected by default. */
export const usualAlerts: OperationalEventKind[] = [
  "webhook.failing",
  "webhook.recovered",
  "webhook.auto_paused",
  "webhook.gone",
];
