import { Lru } from "@/lib/lru";
import type { TargetPolicy } from "@/lib/outbound/policy";
import { hostOf, targetComplaint } from "@/lib/outbound/target";
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

type Webhook = { callbackUrl: string; headers: string | null };

const routeLimit = 5000;
const known = new WeakMap<TargetPolicy, Lru<string, Route | NoRoute>>();

/** Worked out at the first request, and again only after a change. */
export function routeOf({ callbackUrl, headers }: Webhook, policy: TargetPolicy): Route | NoRoute {
  const routes = known.get(policy) ?? new Lru(routeLimit);
  const key = `${callbackUrl} ${headers ?? ""}`;
  const found = routes.get(key);
  if (found) return found;
  const route = findRoute(callbackUrl, headers ?? "{}", policy);
  routes.set(key, route);
  known.set(policy, routes);
  return route;
}

function findRoute(callbackUrl: string, headers: string, policy: TargetPolicy): Route | NoRoute {
  const complaint = targetComplaint(callbackUrl, policy);
  if (complaint) return { complaint };
  const url = new URL(callbackUrl);
  return {
    origin: url.origin,
    path: requestPath(callbackUrl),
    authority: url.host,
    host: hostOf(url.hostname),
    headers: Object.entries<string>(JSON.parse(headers)).flat(),
  };
}
