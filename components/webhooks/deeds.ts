"use client";

import { useState } from "react";
import { useSendTest } from "@/lib/events/queries";
import { formatUrl } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { useSaveSettings } from "@/lib/settings/queries";
import type { Listed } from "./choose-webhooks";

/** What was done last, to be said above the list. */
export type Told =
  | { kind: "paused" | "resumed"; listed: Listed }
  | { kind: "tested"; listed: Listed; deliveryId: string }
  | { kind: "said"; sentence: string }
  | { kind: "failed"; error: Error };

export type Deeds = {
  may: boolean;
  test(listed: Listed): void;
  pause(listed: Listed, paused: boolean): void;
  copied(listed: Listed): void;
  remove(listed: Listed): void;
};

/** What can be done to the webhooks of a list, and what came of it. */
export function useDeeds() {
  const may = useMay("webhooks:write");
  const [told, tell] = useState<Told | undefined>(undefined);
  const [removing, remove] = useState<Listed | undefined>(undefined);
  const save = useSaveSettings();
  const sendTest = useSendTest();
  const onError = (error: Error) => tell({ kind: "failed", error });

  const deeds: Deeds = {
    may,
    remove,
    copied: ({ webhook }) =>
      tell({ kind: "said", sentence: `The id of ${formatUrl(webhook.callbackUrl)} is copied.` }),
    pause: (listed, paused) =>
      save.mutate(
        { id: listed.webhook.id, patch: { paused } },
        { onError, onSuccess: () => tell({ kind: paused ? "paused" : "resumed", listed }) },
      ),
    test: (listed) =>
      sendTest.mutate(
        { webhookId: listed.webhook.id, body: {} },
        { onError, onSuccess: ({ id }) => tell({ kind: "tested", listed, deliveryId: id }) },
      ),
  };
  return { deeds, told, tell, removing, remove };
}
