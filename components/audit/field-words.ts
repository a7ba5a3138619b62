import { alertName } from "@/components/alerts/alert-name";
import type { AlertKind } from "@/db/alert-kinds";
import type { Cause } from "@/db/enums";
import { causeNames } from "@/lib/deliveries/cause-names";
import { escapeUnseen, formatCount, formatQuantity } from "@/lib/format";
import { capitalize } from "@/lib/words";

type Words = {
  /** By default the words of the field's own name. */
  name?: string | undefined;
  /** Writes a value, or each value of a list. */
  write?: (value: string | number) => string;
  /** Meaning of an empty value. */
  unset?: string;
};

const count = (value: string | number) => (typeof value === "number" ? formatCount(value) : value);
const countOf = (unset: string, name?: string): Words => ({ name, write: count, unset });
const lengthOf = (name: string): Words => ({ name, write: formatLength });

/** Fields of audit entries that need another name than their own words, or a unit. Names are those of the forms. */
const fields: Record<string, Words> = {
  backlog: countOf("default"),
  burst: countOf("default"),
  callbackUrl: { name: "Callback URL", write: (url) => escapeUnseen(`${url}`) },
  cause: { write: (cause) => causeNames[cause as Cause] ?? `${cause}` },
  deadlineSeconds: lengthOf("Timeout"),
  delaySeconds: lengthOf("Delay"),
  deliveries: countOf("none", "Selected deliveries"),
  email: { name: "E-mail" },
  eventsPerDay: countOf("default"),
  eventsPerSecond: countOf("default"),
  expiresAt: { name: "Expires", unset: "never" },
  id: { name: "New key" },
  kinds: { name: "Alerts", write: (kind) => alertName(kind as AlertKind) },
  last4: { name: "Ends in" },
  maxConcurrency: countOf("none", "Concurrent requests"),
  next: { name: "Next responses" },
  overlapSeconds: lengthOf("Overlap"),
  prefix: { name: "Begins with" },
  q: { name: "Search" },
  ratePerSecond: {
    name: "Rate",
    write: (rate) => formatQuantity(count(rate), "a\u00a0second"),
    unset: "no limit",
  },
  retryAfterSeconds: lengthOf("Retry-After"),
  since: { name: "From" },
  status: {
    write: (word) => (word === "pending" ? "pending or retrying" : `${word}`),
  },
  to: { name: "Until" },
};

/** Returns the name of a field of an audit entry. Entries outlast the fields of this version. */
export function fieldName(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return fields[field]?.name ?? capitalize(words);
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
