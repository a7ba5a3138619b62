import type { ReactNode } from "react";
import type { FieldValues, UseFormHandleSubmit, UseFormReturn } from "react-hook-form";
import { CheckingContext } from "./checking";
import { FormErrors } from "./form-errors";

type Props<T extends FieldValues> = {
  form: UseFormReturn<T>;
  submit: ReturnType<UseFormHandleSubmit<T>>;
  className?: string;
  children: ReactNode;
};

/** A form with its errors above the fields. The browser does not validate. */
export function Form<T extends FieldValues>({
  form,
  submit,
  className = "grid gap-5",
  children,
}: Props<T>) {
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className={className}>
      <FormErrors form={form} />
      <CheckingContext value={form.formState.isSubmitting}>{children}</CheckingContext>
    </form>
  );
}
