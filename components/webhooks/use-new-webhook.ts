"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { usePublishingAccount } from "@/components/events/use-publishing-account";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { showProblem } from "@/components/form/show-problem";
import type { EventName } from "@/db/enums";
import { useSendTest } from "@/lib/events/use-publish";
import { useSaveSettings } from "@/lib/settings/queries";
import { useCreateWebhook } from "@/lib/webhooks/mutations";
import { type Advanced, changedFromDefaults, defaultSettings } from "./advanced-draft";
import { rememberNew } from "./new-mark";

/** First values of the form. */
export type InitialWebhook = { accountId: string | null; url: string; events: EventName[] };
export type NewWebhook = Advanced & { callbackUrl: string; events: EventName[] };

const resolver = lazyResolver<NewWebhook>(
  async () => (await import("./new-webhook-schema")).NewWebhookDraft,
);

/** The form; creates the webhook, saves settings that differ from the defaults, and opens its page. */
export function useNewWebhook(initial: InitialWebhook) {
  const [given, setAccount] = useState(initial.accountId ?? undefined);
  const { account } = usePublishingAccount(given);
  const [hasTest, setHasTest] = useState(true);
  const router = useRouter();
  const keyOf = useIdempotencyKey();
  const create = useCreateWebhook();
  const save = useSaveSettings();
  const sendTest = useSendTest();
  const form = useForm<NewWebhook>({
    resolver,
    defaultValues: { ...defaultSettings, callbackUrl: initial.url, events: initial.events },
    shouldFocusError: false,
  });
  const make = useMutation({
    mutationFn: async ({ callbackUrl, events, ...advanced }: NewWebhook) => {
      const draft = { callbackUrl, events };
      const key = keyOf({ draft, account });
      const { id } = await create.mutateAsync({ draft, account, key });
      const patch = changedFromDefaults(advanced);
      const fault = patch && (await failureOf(save.mutateAsync({ id, patch })));
      // A test that could not be requested can be sent from the page.
      const test = hasTest
        ? await sendTest.mutateAsync({ webhookId: id }).catch(() => undefined)
        : undefined;
      rememberNew(id, { fault: fault?.message, testId: test?.id });
      return id;
    },
    // Replaces the form in the history: Back leads to the list, and a reload keeps the page.
    onSuccess: (id) => router.replace(`/webhooks/${id}`),
    onError: (error) => showProblem(form, error),
  });
  const submit = form.handleSubmit((draft) => make.mutate(draft));
  return { form, submit, make, account, setAccount, hasTest, setHasTest };
}

function failureOf(work: Promise<unknown>): Promise<Error | undefined> {
  return work.then(
    () => undefined,
    (error: Error) => error,
  );
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
