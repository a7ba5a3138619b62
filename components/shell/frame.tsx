import type { ReactNode } from "react";
import { Live } from "@/components/live/live";
import { SessionGuard } from "@/components/session/session-guard";
import { BottomBar } from "./bottom-bar";
import { Header } from "./header";
import { Navigation } from "./navigation";
import { ShellKeys } from "./shell-keys";
import { SkipLink } from "./skip-link";

/** The frame of every page: navigation beside it, or below it on a phone. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] print:block!">
      <SkipLink />
      <Live />
      <Navigation />
      <div className="min-w-0">
        <Header />
        <main id="main" tabIndex={-1} className="outline-none max-md:pb-20">
          <div className="mx-auto max-w-7xl px-4 min-[100rem]:max-w-[106rem] py-6 md:px-7 md:py-8">
            {children}
          </div>
        </main>
      </div>
      <BottomBar />
      <ShellKeys />
      <SessionGuard />
    </div>
  );
}
