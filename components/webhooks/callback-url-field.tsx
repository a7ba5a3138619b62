import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { TextField } from "@/components/form/text-field";

type WithUrl = FieldValues & { callbackUrl: string };

type Props<T extends WithUrl> = { form: UseFormReturn<T>; autoFocus?: boolean };

/** Callback URL of a new or existing webhook. */
export function CallbackUrlField<T extends WithUrl>({ form, autoFocus = false }: Props<T>) {
  const { message } = form.formState.errors.callbackUrl ?? {};
  return (
    <TextField
      label="Callback URL"
      hint="Receives events by POST. Stored exactly as entered, including the query."
      error={typeof message === "string" ? message : undefined}
      type="url"
      autoFocus={autoFocus}
      inputMode="url"
      autoComplete="off"
      spellCheck={false}
      placeholder="https://example.com/hooks"
      {...form.register("callbackUrl" as Path<T>)}
    />
  );
}
