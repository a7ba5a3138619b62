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
  { id: "key", label: "Get a key", terms: "authentication bearer token x-api-key" },
  { id: "webhook", label: "Create a webhook", terms: "subscribe endpoint receiver inbox" },
  { id: "publish", label: "Publish an event", terms: "send emit payload" },
  { id: "watch", label: "See what happened", terms: "log status debug" },
  {
    id: "basics",
    label: "Every request",
    terms: "scopes permissions OpenAPI SDK client library x-request-id",
  },
]);

const guides = [
  link("/docs/publishing", "Publish without losing events", [
    { id: "rule", label: "The rule", terms: "publisher pipeline outbox at least once" },
    {
      id: "answers",
      label: "What each answer means",
      terms: "status 202 400 409 422 429 503 retry repeat timeout",
    },
    { id: "keys", label: "Idempotency keys", terms: "duplicates Idempotency-Key 24 hours" },
    { id: "batches", label: "Batches", terms: "bulk idempotencyKey" },
    { id: "receivers", label: "What receivers can rely on", terms: "guarantees order duplicates" },
  ]),
  link("/docs/verify", "Verify signatures", [
    {
      id: "request",
      label: "The request",
      terms: "HMAC SHA-256 headers payload Standard Webhooks",
    },
    {
      id: "code",
      label: "Verification code",
      terms:
        "HMAC verify validate raw body framework secret Node Python Go Ruby PHP Express Fastify Next.js Hono Django Flask FastAPI Rails Laravel",
    },
    { id: "rotation", label: "Secret rotation", terms: "rotate overlap two signatures" },
    { id: "v1a", label: "Public-key signatures", terms: "Ed25519 asymmetric" },
    {
      id: "network",
      label: "Firewall and IP addresses",
      terms: "IP allowlist whitelist egress TLS certificate user-agent",
    },
    { id: "trouble", label: "Troubleshooting", terms: "invalid signature mismatch debug" },
  ]),
  link("/docs/retries", "Retry schedule", [
    {
      id: "success",
      label: "What counts as delivered",
      terms: "timeout deadline 2xx status redirect",
    },
    { id: "schedule", label: "The schedule", terms: "backoff attempts jitter interval" },
    {
      id: "order",
      label: "Duplicates and order",
      terms: "ordering sequence deduplicate at least once twice webhook-id",
    },
    { id: "retry-after", label: "Retry-After", terms: "429 503 410 gone rate limit" },
    { id: "rest", label: "Circuit breaker", terms: "pause disabled probe" },
    { id: "by-hand", label: "Resend and replay", terms: "redeliver recover outage" },
  ]),
  link(
    "/docs/causes",
    "Error causes",
    Object.entries(causeNames).map(([id, label]) => ({ id, label, terms: id })),
  ),
  link(
    "/docs/events",
    "Event types",
    Object.keys(eventTypes).map((name) => ({ id: name, label: sentence(name) })),
  ),
  link("/docs/limits", "Errors and limits", [
    { id: "errors", label: "Errors", terms: "codes status messages issues 400 401 403 404 500" },
    { id: "repeat", label: "When to repeat a request", terms: "retry publisher 5xx" },
    {
      id: "limits",
      label: "Limits",
      terms: "rate limit throttling 429 quota size timeout retention",
    },
    { id: "idempotency", label: "Idempotency", terms: "duplicates Idempotency-Key retry" },
    { id: "pages", label: "Paging", terms: "pagination cursor Link header" },
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
