import type { QueryClient } from "@tanstack/react-query";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { type EventDetail, eventKey } from "@/lib/events/queries";
import { formatPlural, formatTarget } from "@/lib/format";
import { inboxQueries } from "@/lib/inbox/queries";
import { replayQueries } from "@/lib/replays/queries";
import { settingsQueries } from "@/lib/settings/queries";
import { webhookQueries } from "@/lib/webhooks/queries";
import type { Thing } from "./things";

/** Returns the name of an object as far as the query cache knows it. */
export function nameIn(client: QueryClient, { noun, id }: Thing): string | undefined {
  return names[noun](client, id) || undefined;
}

const names: Record<Thing["noun"], (client: QueryClient, id: string) => string | undefined> = {
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
    const event = client.getQueryData<EventDetail>(eventKey(id));
    if (!event) return undefined;
    const { videoId, avatarId } = JSON.parse(event.dataText);
    return `${event.event} ${videoId ?? avatarId ?? ""}`.trim();
  },
  bin: (client, id) => client.getQueryData(inboxQueries.bin(id).queryKey)?.name,
  replay: (client, id) => {
    const replay = client.getQueryData(replayQueries.one(id).queryKey);
    return replay && `Replay of ${formatPlural(replay.total, "delivery", "deliveries")}`;
  },
};
