import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  badge?: ReactNode;
  hint?: ReactNode;
  actions?: ReactNode;
};

/** The `h1` of a page with its actions. */
export function PageHeader({ title, badge, hint, actions }: Props) {
  return (
    <header className="mb-6 max-sm:mb-4">
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-lg:flex-wrap">
        <div className="min-w-0 md:max-lg:flex-1 md:max-lg:basis-56">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere min-w-0 font-semibold text-xl tracking-tight">{title}</h1>
            {badge}
          </div>
          {hint && <div className="wrap-anywhere mt-1 text-soft">{hint}</div>}
        </div>
        {actions && (
          <div className="flex flex-wrap items-start gap-2 sm:justify-end lg:shrink-0">
            {actions}
          </div>
        )}
      </div>
    </header>
  );
}
