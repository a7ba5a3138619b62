"use client";

import { Search } from "lucide-react";
import { useSyncExternalStore } from "react";
import { openPalette } from "@/components/palette/open-palette";

/** Opens the palette; shows its shortcut. */
export function SearchButton() {
  const isMac = useIsMac();
  return (
    <button
      type="button"
      aria-keyshortcuts={isMac ? "Meta+K" : "Control+K"}
      onClick={openPalette}
      className="flex h-8 items-center gap-2 rounded-md text-faint text-sm hover:text-ink max-lg:w-8 max-lg:justify-center lg:w-64 lg:border lg:border-line lg:bg-sunken lg:px-2.5 lg:hover:border-field"
    >
      <Search aria-hidden="true" className="size-4 shrink-0" />
      <span className="max-lg:sr-only">Search or paste an id</span>
      <kbd className="ml-auto font-sans text-xs max-lg:hidden">{isMac ? "⌘K" : "Ctrl K"}</kbd>
    </button>
  );
}

/** Only the browser knows the platform. */
function useIsMac(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => /Mac|iP(hone|ad)/.test(navigator.platform),
    () => false,
  );
}
