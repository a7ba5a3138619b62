import { ZoneSwitch } from "@/components/time/zone-switch";
import { Breadcrumb } from "./breadcrumb";
import { HealthPill } from "./health-pill";
import { SearchButton } from "./search-button";
import { ThemeToggle } from "./theme-toggle";
import { UserMenu } from "./user-menu";

/** Above every page: where it belongs, the way to anything, and how all of it does. */
export function Header() {
  return (
    <header className="sticky top-0 z-20 flex h-14 items-center gap-2 border-line border-b bg-canvas px-4 md:px-7 print:hidden">
      <div className="min-w-0 flex-1">
        <Breadcrumb />
      </div>
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
