import type { QueryClient } from "@tanstack/react-query";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { eventQueries } from "@/lib/events/queries";
import { formatPlural, formatTarget } from "@/lib/format";
import { inboxQueries } from "@/lib/inbox/queries";
import { replayQueries } from "@/lib/replays/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";

const bases = {
  webhook: "/webhooks/",
  delivery: "/deliveries/",
  event: "/events/published/",
  bin: "/inbox/",
  replay: "/replays/",
} as const;
type Noun = keyof typeof bases;
/** An object with a page of its own. */
export type Thing = { noun: Noun; id: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** Returns the object that a page is about. */
export function thingAt(path: string): Thing | undefined {
  for (const [noun, base] of Object.entries(bases) as [Noun, string][]) {
    const [id = ""] = path.startsWith(base) ? path.slice(base.length).split("/") : [];
    if (uuid.test(id)) return { noun, id };
  }
  return undefined;
}

export function addressOf({ noun, id }: Thing): string {
  return bases[noun] + id;
}

/** Returns the name of an object as far as the query cache knows it. */
export function nameIn(client: QueryClient, { noun, id }: Thing): string | undefined {
  return names[noun](client, id) || undefined;
}

const names: Record<Noun, (client: QueryClient, id: string) => string | undefined> = {
  webhook: (client, id) => {
    const label = client.getQueryData(settingsQueries.one(id).queryKey)?.label;
    const url = client.getQueryData(webhookQueries.one(id).queryKey)?.callbackUrl;
    return label || (url && formatTarget(url));
  },
  delivery: (client, id) => {
    const delivery = client.getQueryData(deliveryQueries.one(id).queryKey);
    return delivery && `${delivery.event} → ${formatTarget(delivery.callbackUrl)}`;
  },
  event: (client, id) => {
    const event = client.getQueryData(eventQueries.one(id).queryKey);
    const { videoId, avatarId } = event?.data ?? {};
    return event && `${event.event} ${videoId ?? avatarId ?? ""}`.trim();
  },
  bin: (client, id) => client.getQueryData(inboxQueries.bin(id).queryKey)?.name,
  replay: (client, id) => {
    const replay = client.getQueryData(replayQueries.one(id).queryKey);
    return replay && `Replay of ${formatPlural(replay.total, "delivery", "deliveries")}`;
  },
};
