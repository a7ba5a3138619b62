"use client";

import { useForm } from "react-hook-form";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { lateResolver } from "@/components/form/late-resolver";
import { SaveButton } from "@/components/form/save-button";
import { showProblem } from "@/components/form/show-problem";
import { Input } from "@/components/ui/input";
import type { WebhookSettingsPatch } from "@/lib/settings/contract";
import { useUpdateSettings, type WebhookSettings } from "@/lib/settings/queries";

const resolver = lateResolver<WebhookSettingsPatch>(
  async () => (await import("@/lib/settings/contract")).WebhookSettingsPatch,
);

type Props = { id: string; settings: WebhookSettings; may: boolean };

export function SettingsForm({ id, settings: { label, deadlineSeconds }, may }: Props) {
  const update = useUpdateSettings(id);
  const form = useForm<WebhookSettingsPatch>({
    resolver,
    defaultValues: { label, deadlineSeconds },
    disabled: !may,
    shouldFocusError: false,
  });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((patch) =>
    update.mutate(patch, {
      onSuccess: () => form.reset(patch),
      onError: (error) => showProblem(form, error),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <Field
        label="Label"
        hint="A name for people at this dashboard; receivers never see it."
        error={errors.label?.message}
      >
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.register("label")} />}
      </Field>
      <Field
        label="Deadline in seconds"
        hint="How long one attempt may take, from the connection to the last byte: 1 to 30."
        error={errors.deadlineSeconds?.message}
      >
        {(wiring) => (
          <Input
            type="number"
            inputMode="numeric"
            min={1}
            max={30}
            className="max-w-28"
            {...wiring}
            {...form.register("deadlineSeconds", { valueAsNumber: true })}
          />
        )}
      </Field>
      <SaveButton mutation={update} may={may} dirty={isDirty}>
        Save settings
      </SaveButton>
    </form>
  );
}
