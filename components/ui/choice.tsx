import type { ComponentProps, ReactNode } from "react";

type Props = Omit<ComponentProps<"input">, "type"> & {
  type: "checkbox" | "radio";
  label: ReactNode;
  hint?: ReactNode;
};

/** A checkbox or radio; the whole line is the target. */
export function Choice({ label, hint, ...input }: Props) {
  return (
    <label className="flex min-h-6 items-start gap-2.5 rounded-md py-1 pointer-coarse:py-3 has-disabled:cursor-not-allowed has-disabled:text-faint">
      <input className="mt-0.5 size-4 shrink-0" {...input} />
      <span className="min-w-0">
        {label}
        {hint && <span className="block text-faint text-sm">{hint}</span>}
      </span>
    </label>
  );
}
