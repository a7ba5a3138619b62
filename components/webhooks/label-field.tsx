import type { UseFormReturn } from "react-hook-form";
import { TextField } from "@/components/form/text-field";
import type { NewWebhook } from "./use-new-webhook";

/** Label of a new or existing webhook. */
export function LabelField({ form }: { form: UseFormReturn<NewWebhook> }) {
  return (
    <TextField
      label="Label"
      hint="Shown in this dashboard only. Receivers never see it."
      error={form.formState.errors.label?.message}
      autoComplete="off"
      dir="auto"
      {...form.register("label")}
    />
  );
}
