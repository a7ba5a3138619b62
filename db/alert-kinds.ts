/** Changes of a webhook's health. Each writes an operational event. */
export const operationalEventKinds = [
  "webhook.failing",
  "webhook.recovered",
  "webhook.circuit_opened",
  "webhook.circuit_closed",
  "webhook.slow",
  "webhook.quick",
  "webhook.paused",
  "webhook.auto_paused",
  "webhook.gone",
  "webhook.resumed",
] as const;
export type OperationalEventKind = (typeof operationalEventKinds)[number];

/** Messages to the alert address: the changes it subscribed to, and a test. */
export const alertKinds = [...operationalEventKinds, "alert.test"] as const;
export type AlertKind = (typeof alertKinds)[number];

export const alertStatuses = ["pending", "delivered", "failed"] as const;
