import { ChevronLeft } from "lucide-react";
import Link from "next/link";
import type { ReactNode } from "react";

type Props = {
  title: ReactNode;
  badge?: ReactNode;
  hint?: ReactNode;
  back?: { href: string; label: string };
  actions?: ReactNode;
};

/** The `h1` of a page with its back link and actions. */
export function PageHeader({ title, badge, hint, back, actions }: Props) {
  return (
    <header className="mb-6">
      {back && (
        <Link
          href={back.href}
          className="mb-2 -ml-1 inline-flex min-h-6 md:hidden items-center gap-0.5 rounded text-soft text-sm hover:text-ink"
        >
          <ChevronLeft aria-hidden="true" className="size-4" />
          {back.label}
        </Link>
      )}
      <div className="flex items-start justify-between gap-x-6 gap-y-3 max-sm:flex-wrap">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="wrap-anywhere font-semibold text-xl tracking-tight">{title}</h1>
            {badge}
          </div>
          {hint && <div className="mt-1 text-soft">{hint}</div>}
        </div>
        {actions && (
          <div className="flex flex-wrap gap-2 sm:justify-end lg:shrink-0">{actions}</div>
        )}
      </div>
    </header>
  );
}
