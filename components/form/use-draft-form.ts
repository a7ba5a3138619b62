"use client";

import { type FieldValues, type UseFormProps, useForm } from "react-hook-form";
import { showProblem } from "./show-problem";

type Results<R> = { onSuccess: (result: R) => void; onError: (error: Error) => void };
type Props<T extends FieldValues, R> = UseFormProps<T> & {
  /** Sends a valid draft, as the `mutate` of a mutation does. */
  send: (draft: T, on: Results<R>) => void;
  onSuccess?: (result: R, draft: T) => void;
};

/** State of a form. Submitting sends the draft to the API, and shows an error of the API at the field that it names. */
export function useDraftForm<T extends FieldValues, R>({
  send,
  onSuccess,
  ...options
}: Props<T, R>) {
  const form = useForm<T>({ shouldFocusError: false, ...options });
  const submit = form.handleSubmit((draft) =>
    send(draft, {
      onSuccess: (result) => onSuccess?.(result, draft),
      onError: (error) => showProblem(form, error),
    }),
  );
  return { form, submit };
}
