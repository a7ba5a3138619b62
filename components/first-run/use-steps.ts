"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import { usePreference } from "@/components/preferences/preferences";
import { apiKeyQueries, type NewestKeys } from "@/lib/api-keys/queries";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { eventQueries, type LatestEvent } from "@/lib/events/queries";
import { sampleQueries } from "@/lib/sample/queries";
import { useIsAdministrator } from "@/lib/session/queries";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";

export type Step = { name: string; done: boolean; href: string; act: string };

const everyMs = 5000;
/** Webhooks and keys that are looked at. Who has more has finished the first steps. */
const looked = 20;

/** `refetchInterval` of a step that is not done: programs do some of them. */
function until<T>(isDone: (data: T) => boolean) {
  return ({ state: { data } }: { state: { data: T | undefined } }) =>
    data !== undefined && isDone(data) ? false : everyMs;
}

/** Returns the first steps, ticked by existing data or a check that succeeded; undefined while loading. */
export function useSteps(): Step[] | undefined {
  const isAdmin = useIsAdministrator();
  const { sample, webhooks } = useOwnWebhooks();
  const delivered = useDelivered(sample, webhooks);
  const signature = usePreference("signature");
  const published = usePublished(sample, isAdmin);
  if (!webhooks || delivered === undefined) return undefined;
  const [first] = webhooks;
  const at = (tab: string) => (first ? `/webhooks/${first.id}/${tab}` : "/webhooks/new");
  return [
    { name: "Create a webhook", done: first !== undefined, href: "/webhooks/new", act: "Create" },
    {
      name: "Deliver a test event",
      done: delivered,
      href: at("test"),
      act: "Send a test",
    },
    {
      name: "Verify a signature",
      done: signature === "verified",
      href: at("signing"),
      act: "See how",
    },
    ...(isAdmin
      ? [
          {
            name: "Publish from your own service",
            done: published,
            href: "/keys",
            act: "Create a key",
          },
        ]
      : []),
  ];
}

/**
 * Returns whether a program has published: a key that allows it was used, and an event was stored after the key was
 * created. The use alone may have been a refused request.
 */
function usePublished(sample: string | undefined, isAdmin: boolean): boolean {
  const used = ({ apiKeys }: NewestKeys) =>
    apiKeys.filter(
      ({ accountId, scopes, lastUsedAt }) =>
        lastUsedAt && scopes.includes("events:write") && !(sample && accountId === sample),
    );
  // Who has more keys than are listed has published, too.
  const hasMany = ({ nextCursor }: NewestKeys) => nextCursor !== undefined;
  const { data: keys } = useQuery({
    ...apiKeyQueries.newest(),
    refetchInterval: until((data) => hasMany(data) || used(data).length > 0),
    enabled: isAdmin,
  });
  const published = useQueries({
    queries: (keys && !hasMany(keys) ? used(keys) : [])
      .slice(0, looked)
      .map(({ accountId, createdAt }) => ({
        ...eventQueries.latest(accountId, createdAt),
        refetchInterval: until(({ events }: LatestEvent) => events.length > 0),
      })),
  });
  return (
    (keys !== undefined && hasMany(keys)) ||
    published.some(({ data }) => data !== undefined && data.events.length > 0)
  );
}

/** Sample webhooks do not tick a step. */
function useOwnWebhooks() {
  const { data: status } = useQuery(sampleQueries.status());
  const sample = status?.present ? (status.accountId ?? undefined) : undefined;
  const all = useQuery({
    ...webhookQueries.list(),
    refetchInterval: until((webhooks) => webhooks.length > 0),
  });
  const made = useQuery({ ...webhookQueries.list(sample), enabled: sample !== undefined });
  if (!status || !all.data || (sample && !made.data)) return { sample, webhooks: undefined };
  const sampleIds = new Set(sample && made.data?.map(({ id }) => id));
  return { sample, webhooks: all.data.filter(({ id }) => !sampleIds.has(id)) };
}

function useDelivered(
  sample: string | undefined,
  webhooks: Webhook[] | undefined,
): boolean | undefined {
  const own = webhooks?.slice(0, looked).map(({ id }) => id);
  const isNone = sample !== undefined && own?.length === 0;
  const { data } = useQuery({
    ...deliveryQueries.delivered(sample ? own : undefined),
    refetchInterval: until(({ deliveries }) => deliveries.length > 0),
    enabled: own !== undefined && !isNone,
  });
  if (isNone) return false;
  return data && data.deliveries.length > 0;
}
