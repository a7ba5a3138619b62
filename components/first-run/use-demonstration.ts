"use client";

import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useChosenAccount } from "@/components/scope/account-scope";
import { eventNames, exampleEvent } from "@/db/enums";
import { accountQueries } from "@/lib/accounts/queries";
import { eventQueries } from "@/lib/events/queries";
import { usePublish } from "@/lib/events/use-publish";
import { inboxQueries, useCreateBin, useSetAnswers } from "@/lib/inbox/queries";
import { sampleQueries } from "@/lib/sample/queries";
import { useSaveSettings } from "@/lib/settings/queries";
import { useCreateWebhook } from "@/lib/webhooks/mutations";
import { webhookQueries } from "@/lib/webhooks/queries";
import { type Place, type Shown, useShown } from "./use-shown";

/** Runs the demonstration through the public API, step by step. */
export function useDemonstration(place: Place) {
  const client = useQueryClient();
  const chosen = useChosenAccount();
  const createBin = useCreateBin();
  const createWebhook = useCreateWebhook();
  const saveSettings = useSaveSettings();
  const answer = useSetAnswers();
  const publish = usePublish();
  const [shown, setShown] = useShown(place);

  async function subscribe(callbackUrl: string, account: string | undefined) {
    const draft = { callbackUrl, events: [...eventNames] };
    const webhook = await createWebhook.mutateAsync({ draft, account });
    await saveSettings.mutateAsync({ id: webhook.id, patch: { label: demonstrationName } });
    return webhook;
  }

  const run = useMutation({
    mutationFn: async (failing: boolean): Promise<Shown> => {
      const { account, ...known } = await findDemonstration(client, chosen);
      const draft = { name: demonstrationName };
      const bin = known.bin ?? (await createBin.mutateAsync({ draft, account }));
      const next = failing ? [503 as const, 503 as const] : [];
      if (known.bin || failing) {
        await answer.mutateAsync({ id: bin.id, patch: { status: 200, delaySeconds: 0, next } });
      }
      const webhook = known.webhook ?? (await subscribe(bin.url, account));
      const { eventTypes } = await client.query(eventQueries.types());
      const data = eventTypes.find(({ name }) => name === exampleEvent)?.sample;
      const body = { event: exampleEvent, data, accountId: account, webhookId: webhook.id };
      const { id: eventId } = await publish.mutateAsync(JSON.stringify(body));
      return { binId: bin.id, webhookId: webhook.id, eventId, failing };
    },
    onSuccess: setShown,
  });
  return { shown, run, hide: () => setShown(undefined) };
}

const demonstrationName = "See it work";

/**
 * Finds the bin and webhook of an earlier demonstration, and their account: the chosen one, or any. Never uses the account of the
 * sample data, because Postback does not send its deliveries.
 */
async function findDemonstration(client: QueryClient, chosen: string | null) {
  const now = { staleTime: 0 };
  const [sample, { accounts }, { bins }, webhooks] = await Promise.all([
    client.query({ ...sampleQueries.status(), ...now }),
    client.query({ ...accountQueries.first(), ...now }),
    client.query({ ...inboxQueries.bins(), ...now }),
    client.query({ ...webhookQueries.list(), ...now }),
  ]);
  const wanted = chosen === sample.accountId ? null : chosen;
  const bin = bins.find(
    ({ name, accountId }) => name === demonstrationName && (!wanted || accountId === wanted),
  );
  const account =
    wanted ?? bin?.accountId ?? accounts.find(({ id }) => id !== sample.accountId)?.id;
  const webhook = webhooks.find(({ callbackUrl }) => callbackUrl === bin?.url);
  return { account, bin, webhook };
}
