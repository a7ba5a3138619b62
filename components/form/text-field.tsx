import type { ComponentProps, ReactNode } from "react";
import { Input } from "@/components/ui/input";
import { Field } from "./field";

type Props = ComponentProps<typeof Input> & {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A text input with its label, hint and error. Other properties go to the input. */
export function TextField({ label, hint, error, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(wiring) => <Input {...wiring} {...input} />}
    </Field>
  );
}
