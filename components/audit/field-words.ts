import { alertName } from "@/components/alerts/alert-kinds";
import type { AlertKind, Cause } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { formatCount, formatQuantity } from "@/lib/format";

type Words = {
  name: string;
  /** Writes a value, or each value of a list. */
  write?: (value: string | number) => string;
  /** Meaning of an empty value. */
  unset?: string;
};

const count = (value: string | number) => (typeof value === "number" ? formatCount(value) : value);
const countOf = (name: string, unset: string): Words => ({ name, write: count, unset });
const lengthOf = (name: string): Words => ({ name, write: formatLength });

/** Fields of audit entries by the names that forms and lists have for them. */
const fields: Record<string, Words> = {
  account: { name: "Account" },
  backlog: countOf("Backlog", "default"),
  burst: countOf("Burst", "default"),
  callbackUrl: { name: "Callback URL" },
  cause: { name: "Cause", write: (cause) => causeNames[cause as Cause] ?? `${cause}` },
  deadlineSeconds: lengthOf("Timeout"),
  delaySeconds: lengthOf("Delay"),
  deliveries: countOf("Selected deliveries", "none"),
  email: { name: "E-mail" },
  event: { name: "Event" },
  events: { name: "Events" },
  eventsPerDay: countOf("Events per day", "default"),
  eventsPerSecond: countOf("Events per second", "default"),
  expiresAt: { name: "Expires", unset: "never" },
  from: { name: "From" },
  headers: { name: "Headers" },
  id: { name: "New key" },
  invitedBy: { name: "Invited by" },
  kinds: { name: "Alerts", write: (kind) => alertName(kind as AlertKind) },
  label: { name: "Label" },
  last4: { name: "Ends in" },
  maxConcurrency: countOf("Concurrent requests", "none"),
  name: { name: "Name" },
  next: { name: "Next responses" },
  overlapSeconds: lengthOf("Overlap"),
  paused: { name: "Paused" },
  prefix: { name: "Begins with" },
  publicKey: { name: "Public key" },
  q: { name: "Search" },
  ratePerSecond: {
    name: "Rate",
    write: (rate) => formatQuantity(count(rate), "a\u00a0second"),
    unset: "no limit",
  },
  reason: { name: "Reason" },
  retryAfterSeconds: lengthOf("Retry-After"),
  role: { name: "Role" },
  scopes: { name: "Scopes" },
  since: { name: "From" },
  status: {
    name: "Status",
    write: (word) => (word === "pending" ? "pending or retrying" : `${word}`),
  },
  to: { name: "Until" },
  trigger: { name: "Trigger" },
  webhook: { name: "Webhook" },
};

/** Returns the name of a field of an audit entry. Entries outlast the fields of this version. */
export function fieldName(field: string): string {
  return fields[field]?.name ?? field;
}

/** Returns a value of an audit entry in words, with its unit. */
export function valueInWords(field: string, value: unknown): string {
  const { write = String, unset = "none" } = fields[field] ?? {};
  if (value === "" || value === null || value === undefined) return unset;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value))
    return value.map((each) => valueInWords(field, each)).join(", ") || unset;
  return typeof value === "object" ? JSON.stringify(value) : write(value as string | number);
}

/** "15 s", "5 min", "24 h", "7 days": the exact length in its largest unit. */
function formatLength(seconds: string | number): string {
  const units = [
    [86_400, "days"],
    [3600, "h"],
    [60, "min"],
  ] as const;
  if (typeof seconds !== "number") return seconds;
  if (seconds === 0) return "none";
  const [size, unit] = units.find(([each]) => seconds % each === 0 && seconds > each) ?? [1, "s"];
  return formatQuantity(formatCount(seconds / size), unit);
}
