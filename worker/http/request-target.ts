import { Lru } from "@/lib/lru";
import { inboxPath } from "@/lib/outbound/inbox";
import type { TargetPolicy } from "@/lib/outbound/policy";
import { hostOf, targetComplaint } from "@/lib/outbound/target";
import { inboxTokenOf } from "@/lib/protocol/inbox-address";
import { isSampleHost } from "@/lib/sample/webhooks";
import { openHeaders } from "@/lib/settings/sealed-headers";

/** Parts that all requests to a webhook share until its settings change. */
export type Route = {
  origin: string;
  path: string;
  /** Host with the port, as in the `host` header. */
  authority: string;
  /** Host without the port, for messages. */
  host: string;
  /** Custom headers: name, value, name, value. */
  headers: string[];
};
/** Reason why no request may be sent. */
type NoRoute = { complaint: string };

type Webhook = { webhookId: string; callbackUrl: string; headers: string | null };

const routeLimit = 5000;
const known = new WeakMap<TargetPolicy, Lru<string, Route | NoRoute>>();

/**
 * Returns the route of a webhook, from a cache until its URL or headers change.
 *
 * @throws Unreadable when the custom headers cannot be decrypted
 */
export function routeOf(webhook: Webhook, policy: TargetPolicy): Route | NoRoute {
  const routes = known.get(policy) ?? new Lru(routeLimit);
  // Encrypted headers are bound to one webhook, so the key contains its id.
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
    return { complaint: `${host} belongs to the sample data, which is never sent` };
  }
  const path = requestPath(callbackUrl);
  return {
    origin: url.origin,
    path: inboxTokenOf(callbackUrl) ? inboxPath(path, webhookId) : path,
    authority: url.host,
    host,
    headers: Object.entries(openHeaders(webhookId, headers)).flat(),
  };
}

/** Returns the path and query of a request. The query is kept as it was given, because receivers compare tokens in it. */
export function requestPath(callbackUrl: string): string {
  const url = new URL(callbackUrl);
  const start = callbackUrl.indexOf("?");
  const query = start === -1 ? "" : callbackUrl.slice(start);
  // The URL parser escapes some characters. Only those that HTTP cannot carry need it.
  return url.pathname + (/^[\x21-\x7e]*$/.test(query) ? query : url.search);
}
