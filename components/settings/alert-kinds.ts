import type { AlertKind, OperationalEventKind } from "@/db/enums";

type Words = { name: string; hint: string };

/** What may be told, in the order in which somebody wants to know it. */
const alertChoices: Record<OperationalEventKind, Words> = {
  "webhook.failing": { name: "Failing", hint: "Three requests in a row failed" },
  "webhook.recovered": { name: "Recovered", hint: "A request succeeded again" },
  "webhook.auto_paused": { name: "Auto-paused", hint: "Everything failed for five days" },
  "webhook.gone": { name: "Gone", hint: "Answered 410, so it was paused" },
  "webhook.circuit_opened": { name: "Resting", hint: "So much failed that it gets a rest" },
  "webhook.circuit_closed": { name: "Rest over", hint: "Everything is sent again" },
  "webhook.slow": { name: "Slow", hint: "It let a deadline pass" },
  "webhook.quick": { name: "Quick again", hint: "Its answers are quick again" },
  "webhook.paused": { name: "Paused", hint: "By a person" },
  "webhook.resumed": { name: "Resumed", hint: "By a person" },
};

export const alertOptions = Object.entries(alertChoices).map(([kind, words]) => ({
  kind,
  ...words,
}));

/** What nobody should learn from a customer. */
export const usualAlerts: OperationalEventKind[] = [
  "webhook.failing",
  "webhook.recovered",
  "webhook.auto_paused",
  "webhook.gone",
];

export function alertName(kind: AlertKind): string {
  return kind === "alert.test" ? "Test" : alertChoices[kind].name;
}
