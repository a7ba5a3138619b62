import type { QueryClient } from "@tanstack/react-query";
import { accountQueries } from "@/lib/accounts/queries";
import { inboxQueries } from "@/lib/inbox/queries";
import { sampleQueries } from "@/lib/sample/queries";
import { webhookQueries } from "@/lib/webhooks/queries";

export const demonstrationName = "See it work";
export const demonstrated = "VIDEO_GENERATION_SUCCESS";

/** What is there already of an earlier demonstration, and whose it is: the sample data goes as it came. */
export async function surroundings(client: QueryClient) {
  const now = { staleTime: 0 };
  const [sample, { accounts }, { bins }, webhooks] = await Promise.all([
    client.query({ ...sampleQueries.status(), ...now }),
    client.query({ ...accountQueries.list(), ...now }),
    client.query({ ...inboxQueries.bins(), ...now }),
    client.query({ ...webhookQueries.list(), ...now }),
  ]);
  const bin = bins.find(({ name }) => name === demonstrationName);
  const account = bin?.accountId ?? accounts.find(({ id }) => id !== sample.accountId)?.id;
  const webhook = webhooks.find(({ callbackUrl }) => callbackUrl === bin?.url);
  return { account, bin, webhook };
}
