import { type ReactNode, useId } from "react";
import { Complaint } from "./field";

type Props = {
  legend: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
};

/** A fieldset of checkboxes or radios. */
export function Choices({ legend, hint, error, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <fieldset aria-describedby={described || undefined} className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className="mt-0.5 text-faint text-sm">
          {hint}
        </p>
      )}
      <div className="mt-1.5">{children}</div>
      {error && (
        <div className="mt-1.5">
          <Complaint id={`${id}-error`}>{error}</Complaint>
        </div>
      )}
    </fieldset>
  );
}
