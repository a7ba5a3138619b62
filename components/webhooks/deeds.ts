"use client";

import { useState } from "react";
import { useSendTest } from "@/lib/events/queries";
import { formatUrl } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { useSaveSettings } from "@/lib/settings/queries";
import type { Webhook } from "@/lib/webhooks/queries";

/** Result of the last action. */
export type Told =
  | { kind: "paused" | "resumed"; webhook: Webhook }
  | { kind: "tested"; deliveryId: string }
  | { kind: "said"; sentence: string }
  | { kind: "failed"; error: Error };

export type Deeds = {
  may: boolean;
  test(webhook: Webhook): void;
  pause(webhook: Webhook, paused: boolean): void;
  copied(webhook: Webhook): void;
  remove(webhook: Webhook): void;
};

/** Actions on webhooks, with the result of the last one. */
export function useDeeds() {
  const may = useMay("webhooks:write");
  const [told, tell] = useState<Told | undefined>(undefined);
  const [removing, remove] = useState<Webhook | undefined>(undefined);
  const save = useSaveSettings();
  const sendTest = useSendTest();
  const onError = (error: Error) => tell({ kind: "failed", error });

  const deeds: Deeds = {
    may,
    remove,
    copied: ({ callbackUrl }) =>
      tell({ kind: "said", sentence: `Copied the id of ${formatUrl(callbackUrl)}.` }),
    pause: (webhook, paused) =>
      save.mutate(
        { id: webhook.id, patch: { paused } },
        { onError, onSuccess: () => tell({ kind: paused ? "paused" : "resumed", webhook }) },
      ),
    test: ({ id: webhookId }) =>
      sendTest.mutate(
        { webhookId, body: {} },
        { onError, onSuccess: ({ id }) => tell({ kind: "tested", deliveryId: id }) },
      ),
  };
  return { deeds, told, tell, removing, remove };
}
