"use client";

import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ErrorSummary, type Fault } from "./error-summary";

/** Summary of client and server errors; each line links to its field. */
export function FormErrors<T extends FieldValues>({ form }: { form: UseFormReturn<T> }) {
  const { errors, submitCount } = form.formState;
  const { root, ...fields }: FieldErrors = errors;
  const faults: Fault[] = Object.entries(fields).flatMap(([name, error]) =>
    typeof error?.message === "string"
      ? [{ message: error.message, focus: () => form.setFocus(name as Path<T>) }]
      : [],
  );
  if (root?.message) faults.push({ message: root.message });
  return (
    <ErrorSummary faults={faults} submits={submitCount} requestId={root?.requestId?.message} />
  );
}
