"use client";

import { type BaseSyntheticEvent, useEffect, useRef, useState } from "react";
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
  /** Whether the default values are saved. Then nothing is sent until one was changed. */
  isSaved?: boolean;
  /** Gets the draft, and the values of the fields as they were when it was sent. */
  onSuccess?: (result: R, draft: T, sent: T) => void;
};

/**
 * State of a form. Submitting sends the draft to the API, and shows an error of the API at the field that it names. The code that
 * validates may arrive late; until then, submitting again does nothing.
 */
export function useDraftForm<T extends FieldValues, R>({
  send,
  isSaved = false,
  onSuccess,
  ...options
}: Props<T, R>) {
  const form = useForm<T>({ shouldFocusError: false, ...options });
  const { isDirty } = form.formState;
  const [unchanged, setUnchanged] = useState(false);
  const validation = useRef<Promise<void>>(undefined);
  const validate = form.handleSubmit((draft) => {
    setUnchanged(isSaved && !isDirty);
    if (isSaved && !isDirty) return;
    const sent = structuredClone(form.getValues());
    send(draft, {
      onSuccess: (result) => onSuccess?.(result, draft, sent),
      onError: (error) => showProblem(form, error),
    });
  });
  const submit = (event?: BaseSyntheticEvent): Promise<void> => {
    event?.preventDefault();
    validation.current ??= validate(event).finally(() => {
      validation.current = undefined;
    });
    return validation.current;
  };
  /** `unchanged`: submitted, but there was nothing to send. */
  return { form, submit, unchanged };
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

/** Shows what was saved elsewhere, in fields that still have the value saved before. */
export function useSavedElsewhere<T extends FieldValues>(form: UseFormReturn<T>, saved: T): void {
  const known = useRef(saved);
  useEffect(() => {
    if (JSON.stringify(known.current) === JSON.stringify(saved)) return;
    rebase(form, known.current, saved);
    known.current = saved;
  }, [form, saved]);
}
