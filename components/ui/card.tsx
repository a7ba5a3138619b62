import type { ReactNode } from "react";

type Props = {
  title: string;
  hint?: ReactNode;
  actions?: ReactNode;
  tone?: "plain" | "danger";
  children: ReactNode;
};

/** A titled part of a page. */
export function Card({ title, hint, actions, tone = "plain", children }: Props) {
  return (
    <section
      className={`min-w-0 rounded-lg border bg-raised shadow-low ${tone === "danger" ? "border-bad/40" : "border-line"}`}
    >
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
        <div className="min-w-0">
          <h2 className="wrap-anywhere font-semibold text-lg">{title}</h2>
          {hint && <p className="mt-0.5 max-w-2xl text-soft text-sm">{hint}</p>}
        </div>
        {actions}
      </header>
      <div className="px-4 pt-4 pb-5 sm:px-5">{children}</div>
    </section>
  );
}
