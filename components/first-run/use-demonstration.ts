"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { eventNames } from "@/db/enums";
import type { EventDraft } from "@/lib/events/drafts";
import { eventQueries, usePublish } from "@/lib/events/queries";
import { useCreateBin, useSetAnswers } from "@/lib/inbox/queries";
import { useSaveSettings } from "@/lib/settings/queries";
import { useCreateWebhook } from "@/lib/webhooks/queries";
import { demonstrated, demonstrationName, surroundings } from "./demonstration";

export type Shown = { binId: string; webhookId: string; eventId: string; failing: boolean };

/** The steps that a person would take, each by the API that a person's program would use. */
export function useDemonstration() {
  const client = useQueryClient();
  const createBin = useCreateBin();
  const createWebhook = useCreateWebhook();
  const saveSettings = useSaveSettings();
  const answer = useSetAnswers();
  const publish = usePublish();
  const [shown, setShown] = useState<Shown | undefined>(undefined);

  async function subscribe(callbackUrl: string, account: string | undefined) {
    const draft = { callbackUrl, events: [...eventNames] };
    const webhook = await createWebhook.mutateAsync({ draft, account });
    await saveSettings.mutateAsync({ id: webhook.id, patch: { label: demonstrationName } });
    return webhook;
  }

  const run = useMutation({
    mutationFn: async (failing: boolean): Promise<Shown> => {
      const { account, ...known } = await surroundings(client);
      const draft = { name: demonstrationName };
      const bin = known.bin ?? (await createBin.mutateAsync({ draft, account }));
      const next = failing ? [503 as const, 503 as const] : [];
      if (known.bin || failing) {
        await answer.mutateAsync({ id: bin.id, patch: { status: 200, delaySeconds: 0, next } });
      }
      const webhook = known.webhook ?? (await subscribe(bin.url, account));
      const { eventTypes } = await client.query(eventQueries.types());
      const data = eventTypes.find(({ name }) => name === demonstrated)?.sample;
      const told = { event: demonstrated, data, accountId: account, webhookId: webhook.id };
      // Our own sample fits our own schema.
      const event = told as EventDraft;
      const { id: eventId } = await publish.mutateAsync(event);
      return { binId: bin.id, webhookId: webhook.id, eventId, failing };
    },
    onSuccess: setShown,
  });
  return { shown, run };
}
