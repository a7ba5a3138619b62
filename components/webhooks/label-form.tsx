"use client";

import { useForm } from "react-hook-form";
import { Field } from "@/components/form/field";
import { FormErrors } from "@/components/form/form-errors";
import { SaveButton } from "@/components/form/save-button";
import { showProblem } from "@/components/form/show-problem";
import { Input } from "@/components/ui/input";
import { useUpdateSettings, type WebhookSettings } from "@/lib/settings/queries";

type Props = { id: string; settings: WebhookSettings; may: boolean };

export function LabelForm({ id, settings: { label }, may }: Props) {
  const update = useUpdateSettings(id);
  const form = useForm({ defaultValues: { label }, disabled: !may, shouldFocusError: false });
  const { errors, isDirty } = form.formState;
  const submit = form.handleSubmit((draft) =>
    update.mutate(draft, {
      onSuccess: (saved) => form.reset({ label: saved.label }),
      onError: (error) => showProblem(form, error),
    }),
  );
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="grid gap-5">
      <FormErrors form={form} />
      <Field label="Label" error={errors.label?.message}>
        {(wiring) => <Input autoComplete="off" {...wiring} {...form.register("label")} />}
      </Field>
      <SaveButton mutation={update} may={may} dirty={isDirty}>
        Save label
      </SaveButton>
    </form>
  );
}
