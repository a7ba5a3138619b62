import type { ReactNode } from "react";
import { Live } from "@/components/live/live";
import { SampleChip } from "@/components/sample/sample-chip";
import { AccountScope } from "@/components/scope/account-scope";
import { KeptPage } from "@/components/session/kept-page";
import { SessionGuard } from "@/components/session/session-guard";
import { ZoneSwitch } from "@/components/time/zone-switch";
import { SkipLink } from "@/components/ui/skip-link";
import { BottomBar } from "./bottom-bar";
import { Breadcrumb } from "./breadcrumb";
import { HealthPill } from "./health-pill";
import { Navigation } from "./navigation";
import { SearchButton } from "./search-button";
import { ShellKeys } from "./shell-keys";
import { ThemeToggle } from "./theme-toggle";
import { UserMenu } from "./user-menu";

type Props = {
  /** Position of the stream of changes before the page's data was read. */
  streamPosition: string | undefined;
  children: ReactNode;
};

/** Frame of every page, with the navigation beside it or, on a phone, below it. */
export function Frame({ streamPosition, children }: Props) {
  return (
    <AccountScope>
      <div className="min-h-dvh md:grid md:grid-cols-[13.5rem_minmax(0,1fr)] md:grid-rows-[1fr] print:block!">
        <SkipLink />
        <Live position={streamPosition} />
        <Navigation />
        <div className="min-w-0">
          <Header />
          {/* Room below the content for a report over the page, so that it covers nothing at the end. */}
          <main
            id="main"
            tabIndex={-1}
            className="outline-none has-data-over-page:pb-40 max-md:pb-20 max-md:has-data-over-page:pb-80"
          >
            <div className="mx-auto max-w-7xl px-4 min-[100rem]:max-w-[106rem] py-6 md:px-7 md:py-8">
              {children}
            </div>
          </main>
        </div>
        <BottomBar />
        <ShellKeys />
        <SessionGuard />
        <KeptPage />
      </div>
    </AccountScope>
  );
}

/** Header of every page: breadcrumb, search and health. */
function Header() {
  return (
    <header className="sticky top-0 z-20 low:static flex min-h-14 flex-wrap items-center justify-end gap-x-2 py-1 border-line border-b bg-canvas px-4 md:px-7 print:hidden">
      <div className="min-w-0 flex-1">
        <Breadcrumb />
      </div>
      <SampleChip />
      <SearchButton />
      <HealthPill />
      <div className="flex items-center gap-0.5 max-md:hidden">
        <ZoneSwitch />
        <ThemeToggle />
        <UserMenu />
      </div>
    </header>
  );
}
