import type { QueryClient } from "@tanstack/react-query";
import { deliveryQueries } from "@/lib/deliveries/queries";
import { Problem } from "@/lib/protocol/problem";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";

/** Reads webhooks one by one. Returns their URLs by id, without webhooks that do not exist. */
export async function readUrls(client: QueryClient, ids: readonly string[]) {
  const webhooks = await Promise.all(
    ids.map((id) => client.fetchQuery(webhookQueries.one(id)).catch(nothingIfMissing)),
  );
  const found = webhooks.filter((one): one is Webhook => one !== undefined);
  return new Map(found.map(({ id, callbackUrl }) => [id, callbackUrl]));
}

/** Reads the URL of the last delivery to a webhook, which may be deleted; null if the log has none. */
export async function readLastUrl(client: QueryClient, id: string): Promise<string | null> {
  const { deliveries } = await client.fetchQuery(deliveryQueries.found(id));
  return deliveries.find(({ webhookId }) => webhookId === id)?.callbackUrl ?? null;
}

function nothingIfMissing(error: unknown): undefined {
  if (!(error instanceof Problem && error.status === 404)) throw error;
}
