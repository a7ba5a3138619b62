import type { NavLink, NavPart } from "@/components/docs/search-nav";
import { eventTypes } from "@/db/event-types";
import { causeNames } from "@/lib/deliveries/cause-names";
import { reference } from "./reference";

const link = (href: string, label: string, inner: NavLink["inner"] = []) => ({
  href,
  label,
  inner,
});

const start = link("/docs", "Quick start", [
  { id: "key", label: "Get a key" },
  { id: "webhook", label: "Create a webhook" },
  { id: "publish", label: "Publish an event" },
  { id: "watch", label: "See what happened" },
  { id: "basics", label: "Every request" },
]);

const guides = [
  link("/docs/verify", "Verify signatures", [
    { id: "request", label: "The request" },
    { id: "code", label: "Verification code" },
    { id: "rotation", label: "Secret rotation" },
    { id: "v1a", label: "Public-key signatures" },
    { id: "trouble", label: "Troubleshooting" },
  ]),
  link("/docs/retries", "Retry schedule", [
    { id: "success", label: "What counts as delivered" },
    { id: "schedule", label: "The schedule" },
    { id: "retry-after", label: "Retry-After" },
    { id: "rest", label: "Circuit breaker" },
    { id: "by-hand", label: "Resend and replay" },
  ]),
  link(
    "/docs/causes",
    "Error causes",
    Object.entries(causeNames).map(([id, label]) => ({ id, label })),
  ),
  link(
    "/docs/events",
    "Event types",
    Object.keys(eventTypes).map((name) => ({ id: name, label: sentence(name) })),
  ),
  link("/docs/limits", "Errors and limits", [
    { id: "errors", label: "Errors" },
    { id: "limits", label: "Limits" },
    { id: "idempotency", label: "Idempotency" },
    { id: "pages", label: "Paging" },
  ]),
];

/** All pages, in the order of the navigation. */
export function contents(): NavPart[] {
  const api = reference().groups.map(({ slug, title, operations }) =>
    link(
      `/docs/api/${slug}`,
      title,
      operations.map(({ id, summary, method, path }) => ({
        id,
        label: summary,
        call: `${method} ${path}`,
      })),
    ),
  );
  return [
    { title: "Start", links: [start] },
    { title: "Guides", links: guides },
    { title: "API reference", links: api },
  ];
}

function sentence(name: string): string {
  const words = name.toLowerCase().replaceAll("_", " ");
  return words[0]?.toUpperCase() + words.slice(1);
}
