import type { AlertKind, OperationalEventKind } from "@/db/enums";

type Words = { name: string; hint: string };

/** Kinds of alerts, most important first. */
const alertChoices: Record<OperationalEventKind, Words> = {
  "webhook.failing": {
    name: "Failing",
    hint: "Every request failed: five in a row, or for a minute",
  },
  "webhook.recovered": { name: "Recovered", hint: "A request succeeded again" },
  "webhook.auto_paused": { name: "Auto-paused", hint: "Everything failed for five days" },
  "webhook.gone": { name: "Gone", hint: "Responded 410 and was paused" },
  "webhook.circuit_opened": {
    name: "Circuit open",
    hint: "Too many failures; requests are suspended",
  },
  "webhook.circuit_closed": { name: "Circuit closed", hint: "Deliveries resumed" },
  "webhook.slow": { name: "Slow", hint: "A request timed out" },
  "webhook.quick": { name: "Fast again", hint: "Responses are fast again" },
  "webhook.paused": { name: "Paused", hint: "By a person" },
  "webhook.resumed": { name: "Resumed", hint: "By a person" },
};

export const alertOptions = Object.entries(alertChoices).map(([kind, words]) => ({
  kind,
  ...words,
}));

/** Kinds selected by default. */
export const usualAlerts: OperationalEventKind[] = [
  "webhook.failing",
  "webhook.recovered",
  "webhook.auto_paused",
  "webhook.gone",
];

export function alertName(kind: AlertKind): string {
  return kind === "alert.test" ? "Test" : alertChoices[kind].name;
}
