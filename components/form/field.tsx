import { type ReactNode, useId } from "react";

type Wiring = {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": boolean;
};
type Props = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  children: (wiring: Wiring) => ReactNode;
};

/** A control wired to its label, hint and error. */
export function Field({ label, hint, error, children }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="-mt-1 text-faint text-sm">
          {hint}
        </p>
      )}
      {children({ id, "aria-describedby": described || undefined, "aria-invalid": Boolean(error) })}
      {error && <Complaint id={`${id}-error`}>{error}</Complaint>}
    </div>
  );
}

export function Complaint({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="wrap-anywhere font-medium text-bad text-sm">
      <span className="sr-only">Error: </span>
      {children}
    </p>
  );
}
