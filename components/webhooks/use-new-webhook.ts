"use client";

import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { usePublishingAccount } from "@/components/events/use-publishing-account";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import type { EventName } from "@/db/enums";
import { useSaveSettings } from "@/lib/settings/queries";
import { useCreateWebhook, type Webhook } from "@/lib/webhooks/queries";
import { type Advanced, changedFromDefaults, defaultSettings } from "./advanced-draft";

export type NewWebhook = Advanced & { callbackUrl: string; events: EventName[] };
export type Made = {
  webhook: Webhook;
  /** Error of saving the settings. */
  fault?: Error;
};

const resolver = lateResolver<NewWebhook>(
  async () => (await import("./new-webhook-schema")).NewWebhookDraft,
);

/** The form; submits the webhook, then its settings that differ from the defaults. */
export function useNewWebhook(initial: { url: string; events: EventName[] }) {
  const [given, setAccount] = useState<string>();
  const account = usePublishingAccount(given);
  const keyOf = useIdempotencyKey();
  const create = useCreateWebhook();
  const save = useSaveSettings();
  const form = useForm<NewWebhook>({
    resolver,
    defaultValues: { ...defaultSettings, callbackUrl: initial.url, events: initial.events },
    shouldFocusError: false,
  });
  const make = useMutation({
    mutationFn: async ({ callbackUrl, events, ...advanced }: NewWebhook): Promise<Made> => {
      const draft = { callbackUrl, events };
      const key = keyOf({ draft, account });
      const webhook = await create.mutateAsync({ draft, account, key });
      const patch = changedFromDefaults(advanced);
      if (!patch) return { webhook };
      return save.mutateAsync({ id: webhook.id, patch }).then(
        () => ({ webhook }),
        (fault: Error) => ({ webhook, fault }),
      );
    },
    onError: (error) => showProblem(form, error),
  });
  const submit = form.handleSubmit((draft) => make.mutate(draft));
  return { form, submit, make, account, setAccount };
}

/** Returns an idempotency key that stays the same while the submitted values do. */
function useIdempotencyKey(): (content: unknown) => string {
  const last = useRef({ text: "", key: "" });
  return (content) => {
    const text = JSON.stringify(content);
    if (text !== last.current.text) last.current = { text, key: randomKey() };
    return last.current.key;
  };
}

/** `crypto.randomUUID` exists on secure origins only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
