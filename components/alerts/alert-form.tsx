"use client";

import { Choices } from "@/components/form/choices";
import { Form } from "@/components/form/form";
import { lazyResolver } from "@/components/form/lazy-resolver";
import { SaveButton } from "@/components/form/save-button";
import { TextField } from "@/components/form/text-field";
import { rebase, useDraftForm, useSavedElsewhere } from "@/components/form/use-draft-form";
import { useUnsaved } from "@/components/form/use-unsaved";
import { Choice } from "@/components/ui/choice";
import type { AlertReceiverDraft } from "@/lib/alerts/contract";
import { type Alerts, useSetAlertReceiver } from "@/lib/alerts/queries";
import { alertOptions, usualAlerts } from "./alert-options";

const resolver = lazyResolver<AlertReceiverDraft>(
  async () => (await import("@/lib/alerts/contract")).AlertReceiverDraft,
);

/** Target and kinds of alerts. */
export function AlertForm({ receiver }: { receiver: Alerts["receiver"] }) {
  const set = useSetAlertReceiver();
  const { form, submit, unchanged } = useDraftForm<AlertReceiverDraft, unknown>({
    resolver,
    defaultValues: draftOf(receiver),
    isSaved: receiver !== undefined,
    send: set.mutate,
    onSuccess: (_, draft, sent) => rebase(form, sent, draft),
  });
  useSavedElsewhere(form, draftOf(receiver));
  const { errors, isDirty } = form.formState;
  useUnsaved(isDirty);
  return (
    <Form form={form} submit={submit}>
      <TextField
        label="Alert URL"
        hint="Receives a POST for each alert, such as webhook.failing."
        error={errors.callbackUrl?.message}
        type="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://…"
        {...form.register("callbackUrl")}
      />
      <Choices legend="Alert when a webhook is" error={errors.kinds?.message}>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {alertOptions.map(({ kind, name, hint }) => (
            <Choice
              key={kind}
              type="checkbox"
              value={kind}
              label={name}
              hint={hint}
              {...form.register("kinds")}
            />
          ))}
        </div>
      </Choices>
      <SaveButton mutation={set} may dirty={isDirty} unchanged={unchanged}>
        Save alerts
      </SaveButton>
    </Form>
  );
}

function draftOf(receiver: Alerts["receiver"]): AlertReceiverDraft {
  return { callbackUrl: receiver?.callbackUrl ?? "", kinds: receiver?.kinds ?? usualAlerts };
}
