"use client";

import { useForm } from "react-hook-form";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { SaveButton } from "@/components/form/save-button";
import { showProblem } from "@/components/form/show-problem";
import type { WebhookDraft } from "@/lib/webhooks/contract";
import { useUpdateWebhook, type Webhook } from "@/lib/webhooks/queries";
import { CallbackUrlField } from "./callback-url-field";
import { EventsField } from "./events-field";

const resolver = lateResolver<WebhookDraft>(
  async () => (await import("@/lib/webhooks/contract")).WebhookDraft,
);

type Props = { webhook: Webhook; may: boolean };

export function EditWebhookForm({ webhook: { id, callbackUrl, events }, may }: Props) {
  const update = useUpdateWebhook(id);
  const form = useForm<WebhookDraft>({
    resolver,
    defaultValues: { callbackUrl, events },
    disabled: !may,
    shouldFocusError: false,
  });
  const submit = form.handleSubmit((draft) =>
    update.mutate(draft, {
      onSuccess: () => form.reset(draft),
      onError: (error) => showProblem(form, error),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <CallbackUrlField form={form} />
      <EventsField form={form} />
      {form.formState.dirtyFields.callbackUrl && (
        <p className="text-soft text-sm">
          Pending retries use the new URL from their next attempt.
        </p>
      )}
      <SaveButton mutation={update} may={may} dirty={form.formState.isDirty}>
        Save changes
      </SaveButton>
    </form>
  );
}
