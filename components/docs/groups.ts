import type { Operation } from "./document";

type Plan = { slug: string; title: string; lead: string; tags: string[] };
export type Group = Plan & { operations: Operation[] };

/** The order in which somebody meets the API. What no plan names ends under "More". */
const plans: Plan[] = [
  {
    slug: "events",
    title: "Events",
    lead: "What happened in your product. Publishing one makes a delivery for every webhook that listens.",
    tags: ["events"],
  },
  {
    slug: "webhooks",
    title: "Webhooks",
    lead: "Who listens, to what, and at which address; how fast it may be called, and how it fares.",
    tags: ["webhooks", "settings", "health"],
  },
  {
    slug: "deliveries",
    title: "Deliveries",
    lead: "One event on its way to one webhook: every attempt with the exact request and answer, and ways to try again.",
    tags: ["deliveries", "replays"],
  },
  {
    slug: "signing",
    title: "Signing",
    lead: "The secrets that deliveries are signed with: read, replace, and check a signature that does not fit.",
    tags: ["secrets", "signingKeys", "signatureCheck", "accountSecrets"],
  },
  {
    slug: "inbox",
    title: "Inbox",
    lead: "Receivers inside this instance, to try things out before a receiver of your own exists.",
    tags: ["inbox"],
  },
  {
    slug: "insight",
    title: "Statistics and changes",
    lead: "Figures of what was delivered, what changed about your webhooks, and a stream that tells as it happens.",
    tags: ["stats", "operationalEvents", "alerts", "stream"],
  },
  {
    slug: "keys",
    title: "Keys and accounts",
    lead: "Who may call the API, and whose webhooks they are.",
    tags: ["apiKeys", "accounts"],
  },
  {
    slug: "operators",
    title: "Operators",
    lead: "The people at the dashboard: signing in, who may do what, and who did.",
    tags: ["session", "sessions", "users", "views", "audit"],
  },
];

const more: Plan = {
  slug: "more",
  title: "More",
  lead: "The service itself: its name, its state, and this description for machines.",
  tags: [],
};

/** Every operation stands in exactly one group. */
export function groupsOf(operations: Operation[]): Group[] {
  const planned = new Set(plans.flatMap(({ tags }) => tags));
  const of = ({ tags }: Plan) => operations.filter(({ tag }) => tags.includes(tag));
  return [
    ...plans.map((plan) => ({ ...plan, operations: of(plan) })),
    { ...more, operations: operations.filter(({ tag }) => !planned.has(tag)) },
  ].filter((group) => group.operations.length > 0);
}
