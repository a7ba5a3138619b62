import { Lru } from "@/lib/lru";
import type { TargetPolicy } from "@/lib/outbound/policy";
import { isSampleHost } from "@/lib/outbound/sample-hosts";
import { hostOf, targetComplaint } from "@/lib/outbound/target";
import { readHeaders } from "@/lib/settings/kept-headers";
import { requestPath } from "./request-path";

/** What all requests to a webhook have in common until its owner changes it. */
export type Route = {
  origin: string;
  path: string;
  /** The host as a request names it, with the port; and without, as a person would. */
  authority: string;
  host: string;
  /** Its owner's headers: name, value, name, value. */
  headers: string[];
};
/** Why there is none. */
type NoRoute = { complaint: string };

type Webhook = { webhookId: string; callbackUrl: string; headers: string | null };

const routeLimit = 5000;
const known = new WeakMap<TargetPolicy, Lru<string, Route | NoRoute>>();

/**
 * Worked out at the first request, and again only after a change.
 * @throws Unreadable when the owner's headers cannot be decrypted
 */
export function routeOf(webhook: Webhook, policy: TargetPolicy): Route | NoRoute {
  const routes = known.get(policy) ?? new Lru(routeLimit);
  // What is encrypted belongs to one webhook, wherever a copy of it may stand.
  const key = `${webhook.webhookId} ${webhook.callbackUrl} ${webhook.headers ?? ""}`;
  const found = routes.get(key);
  if (found) return found;
  const route = findRoute(webhook, policy);
  routes.set(key, route);
  known.set(policy, routes);
  return route;
}

function findRoute({ webhookId, callbackUrl, headers }: Webhook, policy: TargetPolicy) {
  const complaint = targetComplaint(callbackUrl, policy);
  if (complaint) return { complaint };
  const url = new URL(callbackUrl);
  const host = hostOf(url.hostname);
  if (isSampleHost(host)) {
    return { complaint: `${host} belongs to the sample data, of which nothing is ever sent` };
  }
  return {
    origin: url.origin,
    path: requestPath(callbackUrl),
    authority: url.host,
    host,
    headers: Object.entries(readHeaders(webhookId, headers)).flat(),
  };
}
