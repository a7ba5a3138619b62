import Link from "next/link";
import type { ReactNode } from "react";
import { Mark } from "./mark";
import { Navigation } from "./navigation";
import { SignOutButton } from "./sign-out-button";
import { SignedInAs } from "./signed-in-as";
import { SkipLink } from "./skip-link";
import { type Theme, ThemeToggle } from "./theme-toggle";

/** The frame of every page: navigation beside it, or below it on a phone. */
export function Frame({ theme, children }: { theme: Theme; children: ReactNode }) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)]">
      <SkipLink />
      <header className="flex items-center gap-2 border-line bg-sunken px-4 max-md:h-14 max-md:border-b md:sticky md:top-0 md:h-dvh md:flex-col md:items-stretch md:border-r md:p-3">
        <Link
          href="/webhooks"
          className="flex min-h-9 items-center gap-2.5 rounded-md font-semibold text-lg tracking-tight md:mb-4 md:px-2.5"
        >
          <Mark />
          Postback
        </Link>
        <div className="max-md:hidden">
          <Navigation shape="side" />
        </div>
        <div className="ml-auto flex min-w-0 items-center gap-1 md:mt-auto md:gap-0 md:ml-0 md:border-line md:border-t md:pt-3 md:pl-2.5">
          <div className="min-w-0 flex-1 max-md:hidden">
            <SignedInAs />
          </div>
          <ThemeToggle initial={theme} />
          <SignOutButton />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="min-w-0 outline-none max-md:pb-20">
        <div className="mx-auto max-w-7xl px-4 min-[100rem]:max-w-[106rem] py-6 md:px-7 md:py-8">
          {children}
        </div>
      </main>
      <div className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden">
        <Navigation shape="bottom" />
      </div>
    </div>
  );
}
