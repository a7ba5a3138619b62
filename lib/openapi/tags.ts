type Tag = { name: string; title: string; description: string; slices: string[] };

const service: Tag = {
  name: "service",
  title: "Service",
  description: "The installation itself: its version, its state and this description.",
  slices: ["root", "system", "sample"],
};

/** Requests to receivers. They are not operations of this API. */
export const receivers: Tag = {
  name: "receivers",
  title: "Receivers",
  description: "The requests that a receiver gets.",
  slices: [],
};

/** Groups of operations, in reading order. */
export const tags: Tag[] = [
  {
    name: "events",
    title: "Events",
    description:
      "What happened in your product. Publishing an event makes a delivery for every webhook that subscribes to it.",
    slices: ["events"],
  },
  {
    name: "webhooks",
    title: "Webhooks",
    description: "Subscriptions: the callback URL, the event names, settings and health.",
    slices: ["webhooks", "webhookSearch", "settings", "health", "reachability"],
  },
  {
    name: "deliveries",
    title: "Deliveries",
    description:
      "One event on its way to one webhook: every attempt with the exact request and response, and ways to send it again.",
    slices: ["deliveries", "replays"],
  },
  {
    name: "signing",
    title: "Signing",
    description:
      "The secrets that sign deliveries: read and rotate them, and check a signature that fails.",
    slices: ["secrets", "signingKeys", "signatureCheck", "accountSecrets"],
  },
  {
    name: "inbox",
    title: "Inbox",
    description:
      "Receivers inside this installation, to try things out before you have a receiver of your own.",
    slices: ["inbox"],
  },
  {
    name: "insight",
    title: "Statistics and changes",
    description: "Figures of deliveries, changes of webhook health, alerts, and a live stream.",
    slices: ["stats", "operationalEvents", "alerts", "stream"],
  },
  {
    name: "keys",
    title: "Keys and accounts",
    description: "API keys, and the accounts they belong to.",
    slices: ["apiKeys", "accounts", "accountLimits"],
  },
  {
    name: "operators",
    title: "Operators",
    description:
      "The people at the dashboard, operators and customers: sessions, sign-in links, roles, invitations, saved views and the audit log.",
    slices: ["session", "signInLinks", "sessions", "users", "invitations", "views", "audit"],
  },
  service,
  receivers,
];

/** Returns the tag of an operation by its name, such as `webhooks.create`. */
export function tagOf(operation: string): string {
  const [slice = ""] = operation.split(".");
  return (tags.find(({ slices }) => slices.includes(slice)) ?? service).name;
}
