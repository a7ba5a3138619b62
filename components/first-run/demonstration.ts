import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/lib/accounts/queries";
import { inboxQueries } from "@/lib/inbox/queries";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";

export const demonstrationName = "See it work";
export const demonstrated = "VIDEO_GENERATION_SUCCESS";

/** What is there already of an earlier demonstration, and who else would hear of its event. */
export async function surroundings(client: QueryClient) {
  const now = { staleTime: 0 };
  const [{ accounts }, { bins }, webhooks] = await Promise.all([
    client.query({ ...accountQueries.list(), ...now }),
    client.query({ ...inboxQueries.bins(), ...now }),
    client.query({ ...webhookQueries.list(), ...now }),
  ]);
  const bin = bins.find(({ name }) => name === demonstrationName);
  const account = bin?.accountId ?? accounts[0]?.id;
  const inAccount = await client.query({ ...webhookQueries.list(account), ...now });
  const webhook = webhooks.find(({ callbackUrl }) => callbackUrl === bin?.url);
  return { account, bin, webhook, others: inAccount.filter((one) => hears(one, webhook)) };
}

/** A made-up event is for nobody's real receiver. */
function hears({ id, events }: Webhook, own: Webhook | undefined): boolean {
  return id !== own?.id && events.includes(demonstrated);
}
