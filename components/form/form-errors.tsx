"use client";

import dynamic from "next/dynamic";
import type { FieldErrors, FieldValues, Path, UseFormReturn } from "react-hook-form";
import { useIdleLoad } from "@/components/ui/use-idle-load";
import type { Fault } from "./error-summary";

const load = () => import("./error-summary");
const ErrorSummary = dynamic(() => load().then((made) => made.ErrorSummary), { ssr: false });

/** Summary of client and server errors; each line links to its field. */
export function FormErrors<T extends FieldValues>({ form }: { form: UseFormReturn<T> }) {
  useIdleLoad(load);
  const { errors, submitCount } = form.formState;
  const { root, ...fields }: FieldErrors = errors;
  const faults: Fault[] = Object.entries(fields).flatMap(([name, error]) => {
    if (typeof error?.message !== "string") return [];
    const field = "ref" in error && error.ref;
    const focus = () => {
      if (field instanceof Element) field.closest("details")?.setAttribute("open", "");
      form.setFocus(name as Path<T>);
    };
    // A field that the form does not know, such as a selected account, cannot be focused.
    return [{ message: named(error.message, field), focus: field ? focus : undefined }];
  });
  if (root?.message) faults.push({ message: root.message });
  if (submitCount === 0 && faults.length === 0) return null;
  return (
    <ErrorSummary faults={faults} submits={submitCount} requestId={root?.requestId?.message} />
  );
}

/** Puts the label of the field before a message that does not contain it, such as "Give 1 to 64". */
function named(message: string, field: unknown): string {
  const hasLabels = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  const label = hasLabels ? field.labels?.[0]?.textContent : undefined;
  return !label || message.toLowerCase().includes(label.toLowerCase())
    ? message
    : `${label}: ${message}`;
}
