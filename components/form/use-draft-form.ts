"use client";

import {
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import { showProblem } from "./show-problem";

type Results<R> = { onSuccess: (result: R) => void; onError: (error: Error) => void };
type Props<T extends FieldValues, R> = UseFormProps<T> & {
  /** Sends a valid draft, as the `mutate` of a mutation does. */
  send: (draft: T, on: Results<R>) => void;
  /** Gets the draft, and the values of the fields as they were when it was sent. */
  onSuccess?: (result: R, draft: T, sent: T) => void;
};

/** State of a form. Submitting sends the draft to the API, and shows an error of the API at the field that it names. */
export function useDraftForm<T extends FieldValues, R>({
  send,
  onSuccess,
  ...options
}: Props<T, R>) {
  const form = useForm<T>({ shouldFocusError: false, ...options });
  const submit = form.handleSubmit((draft) => {
    const sent = structuredClone(form.getValues());
    send(draft, {
      onSuccess: (result) => onSuccess?.(result, draft, sent),
      onError: (error) => showProblem(form, error),
    });
  });
  return { form, submit };
}

/** Makes `saved` the unchanged state of a form. Fields that no longer are as in `before` keep what was typed. */
export function rebase<T extends FieldValues>(form: UseFormReturn<T>, before: T, saved: T): void {
  const typed = form.getValues();
  form.resetDefaultValues(saved);
  for (const name of Object.keys(saved) as Path<T>[]) {
    if (JSON.stringify(typed[name]) !== JSON.stringify(before[name])) continue;
    form.setValue(name, saved[name] as PathValue<T, Path<T>>, { shouldDirty: true });
  }
}
