"use client";

import { type FieldValues, type UseFormProps, useForm } from "react-hook-form";
import { showProblem } from "./show-problem";

type Results<R> = { onSuccess: (result: R) => void; onError: (error: Error) => void };
type Props<T extends FieldValues, R> = UseFormProps<T> & {
  /** Sends a valid draft, as the `mutate` of a mutation does. */
  send: (draft: T, on: Results<R>) => void;
  onSuccess?: (result: R, draft: T) => void;
};

/** A form whose draft is sent to the API. Errors of the API are shown at the fields that they name. */
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
