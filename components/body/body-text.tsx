import type { ReactNode } from "react";

/** Where a body scrolls inside itself. */
export function BodyText({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      className="-outline-offset-2! max-h-128 overflow-auto rounded-b-md bg-sunken print:max-h-none"
    >
      {children}
    </section>
  );
}
