import type { QueryClient } from "@tanstack/react-query";
import { KeyRound, ListTree, Radio, ScrollText, Webhook } from "lucide-react";
import { isUuid } from "@/components/address/is-uuid";
import { deliveryState } from "@/components/deliveries/delivery-state";
import { apiKeyQueries } from "@/lib/api-keys/queries";
import { auditQueries } from "@/lib/audit/queries";
import { type Delivery, deliveryQueries } from "@/lib/deliveries/queries";
import { eventQueries } from "@/lib/events/queries";
import { formatTarget } from "@/lib/format";
import { settingsQueries } from "@/lib/settings/queries";
import { type Entry, isSecret } from "./entry";

const group = "Found";

/** True when a text may be an id. Plain words are not searched on the server. */
export function mayBeId(text: string): boolean {
  return isUuid(text) || (/^[\w.:~-]{6,200}$/.test(text) && /[\d_-]/.test(text));
}

/** Searches all lists for the id; a list without a match is no failure. */
export async function find(client: QueryClient, id: string, admin: boolean): Promise<Entry[]> {
  if (isSecret(id)) return admin ? apiKey(client, id) : [];
  const searches = [
    ...(isUuid(id) ? [event(client, id)] : []),
    deliveries(client, id),
    ...(admin ? [apiKey(client, id), request(client, id)] : []),
  ];
  const hits = (await Promise.allSettled(searches)).flatMap((search) =>
    search.status === "fulfilled" ? search.value : [],
  );
  return hits.filter((hit, n) => hits.findIndex(({ id }) => id === hit.id) === n);
}

async function event(client: QueryClient, id: string): Promise<Entry[]> {
  const { events } = await client.query(eventQueries.found(id));
  const href = `/events/published/${id}`;
  return events
    .filter((one) => one.id === id.toLowerCase())
    .map(({ event, subject }) => {
      return { id: href, group, icon: Radio, name: `Event ${event}`, hint: subject, href };
    });
}

/** Matches a key by its prefix; only the prefix is stored. */
async function apiKey(client: QueryClient, text: string): Promise<Entry[]> {
  const { apiKeys } = await client.query(apiKeyQueries.list());
  return apiKeys
    .filter(({ id, prefix }) => id === text || prefix.startsWith(text) || text.startsWith(prefix))
    .map(({ id, name, prefix }) => ({
      id: `/keys?key=${id}`,
      group,
      icon: KeyRound,
      name: `API key ${name}`,
      hint: `${prefix}…`,
      href: `/keys?key=${id}`,
    }));
}

async function request(client: QueryClient, id: string): Promise<Entry[]> {
  const { entries } = await client.query(auditQueries.request(id.slice(0, 64)));
  const href = `/audit?request=${encodeURIComponent(id)}`;
  return entries.map(({ actor }) => ({
    id: href,
    group,
    icon: ScrollText,
    name: "Request in the audit log",
    hint: actor.name,
    href,
  }));
}

/** Finds deliveries by any id: their own, their event's or the video's. One match opens directly. */
async function deliveries(client: QueryClient, id: string): Promise<Entry[]> {
  const { deliveries } = await client.query(deliveryQueries.found(id));
  const settings = await client.query(settingsQueries.list());
  const labels = new Map(settings.map(({ webhookId, label }) => [webhookId, label]));
  const entryOf = (one: Known) => deliveryEntry(one, labels.get(one.webhookId ?? ""));
  const toWebhook = deliveries.find(({ webhookId }) => webhookId === id.toLowerCase());
  const webhook = toWebhook ? [webhookEntry(toWebhook, labels.get(id.toLowerCase()))] : [];
  if (deliveries.length < 2) return [...webhook, ...deliveries.map(entryOf)];
  const href = `/deliveries?q=${encodeURIComponent(id)}`;
  return [
    ...webhook,
    { id: href, group, icon: ListTree, name: "All deliveries with this id", href },
    ...deliveries.map(entryOf),
  ];
}

type Known = Pick<
  Delivery,
  "id" | "event" | "webhookId" | "callbackUrl" | "status" | "attempts" | "sending"
>;

function webhookEntry({ webhookId, callbackUrl }: Known, label = ""): Entry {
  const href = `/webhooks/${webhookId}/deliveries`;
  const hint = formatTarget(callbackUrl);
  return { id: href, group, icon: Webhook, name: label || "Webhook", hint, href };
}

function deliveryEntry(delivery: Known, label = ""): Entry {
  const { id, event, callbackUrl } = delivery;
  return {
    id: `/deliveries/${id}`,
    group,
    icon: ListTree,
    name: `Delivery ${event}`,
    hint: `${deliveryState(delivery).word}, to ${label || formatTarget(callbackUrl)}`,
    href: `/deliveries/${id}`,
  };
}
