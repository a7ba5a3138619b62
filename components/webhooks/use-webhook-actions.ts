"use client";

import { useMemo, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { useSendTest } from "@/lib/events/use-publish";
import { formatUrl } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { useSaveSettings } from "@/lib/settings/queries";
import type { Webhook } from "@/lib/webhooks/queries";

/** Result of the last action. */
export type ActionResult =
  /** With the result of each webhook, in the same order. */
  | { kind: "paused" | "resumed"; webhooks: Webhook[]; results: PromiseSettledResult<unknown>[] }
  | { kind: "tested"; deliveryId: string }
  | { kind: "message"; sentence: string }
  | { kind: "failed"; what: string; error: Error };

export type Actions = {
  may: boolean;
  /** A test is requested, or a pause. */
  busy: boolean;
  test(webhook: Webhook): void;
  pause(webhooks: Webhook[], paused: boolean): void;
  copyId(webhook: Webhook): void;
  remove(webhook: Webhook): void;
};

/** Actions on webhooks, with the result of the last one. */
export function useWebhookActions() {
  const may = useMay("webhooks:write");
  const [result, setResult] = useState<ActionResult | undefined>(undefined);
  const [removing, remove] = useState<Webhook | undefined>(undefined);
  const { mutateAsync: save, isPending: isSaving } = useSaveSettings();
  const { mutate: sendTest, isPending: isTesting } = useSendTest();
  const busy = isSaving || isTesting;

  // The same object until something about it changes: rows render again with it.
  const actions = useMemo((): Actions => {
    const failed = (what: string) => (error: Error) =>
      setResult({ kind: "failed", what: `Could not ${what}`, error });
    return {
      may,
      busy,
      remove,
      copyId: ({ id, callbackUrl }) =>
        void copyText(id).then(
          () =>
            setResult({ kind: "message", sentence: `Copied the id of ${formatUrl(callbackUrl)}.` }),
          failed("copy the id"),
        ),
      pause: (webhooks, paused) =>
        void Promise.allSettled(webhooks.map(({ id }) => save({ id, patch: { paused } }))).then(
          (results) => setResult({ kind: paused ? "paused" : "resumed", webhooks, results }),
        ),
      test: ({ id: webhookId }) =>
        sendTest(
          { webhookId },
          {
            onError: failed("send the test"),
            onSuccess: ({ id }) => setResult({ kind: "tested", deliveryId: id }),
          },
        ),
    };
  }, [may, busy, save, sendTest]);
  return { actions, result, setResult, removing, remove };
}
