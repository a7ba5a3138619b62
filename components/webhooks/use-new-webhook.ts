"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useIdempotencyKey } from "@/components/form/idempotency";
import { lateResolver } from "@/components/form/late-resolver";
import { showProblem } from "@/components/form/show-problem";
import type { EventName } from "@/db/enums";
import { useSaveSettings } from "@/lib/settings/queries";
import { useCreateWebhook, type Webhook } from "@/lib/webhooks/queries";
import { type Advanced, unusual, usual } from "./advanced-draft";

export type NewWebhook = Advanced & { callbackUrl: string; events: EventName[] };
export type Made = {
  webhook: Webhook;
  /** Of its settings, when they were refused. */
  fault?: Error;
};

const resolver = lateResolver<NewWebhook>(
  async () => (await import("./new-webhook-schema")).NewWebhookDraft,
);

/** The form, and what sending it does: the webhook first, then whatever of its settings is not as usual. */
export function useNewWebhook(given: { url: string; events: EventName[] }) {
  const [account, setAccount] = useState<string>();
  const keyOf = useIdempotencyKey();
  const create = useCreateWebhook();
  const save = useSaveSettings();
  const form = useForm<NewWebhook>({
    resolver,
    defaultValues: { ...usual, callbackUrl: given.url, events: given.events },
    shouldFocusError: false,
  });
  const make = useMutation({
    mutationFn: async ({ callbackUrl, events, ...advanced }: NewWebhook): Promise<Made> => {
      const draft = { callbackUrl, events };
      const key = keyOf({ draft, account });
      const webhook = await create.mutateAsync({ draft, account, key });
      const patch = unusual(advanced);
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
