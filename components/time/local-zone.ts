"use client";

import { startTransition, useCallback, useEffect } from "react";
import { usePreferences } from "@/components/preferences/preferences";
import { whenIdle } from "@/components/ui/use-idle-load";

/** Stores the browser's time zone for the next server render. */
export function KeepLocalZone() {
  const learn = useLearnLocalZone();
  useEffect(() => whenIdle(learn), [learn]);
  return null;
}

/** Returns a function that stores the browser's time zone. The first use of `Intl` by a page takes 25 ms of CPU. */
export function useLearnLocalZone(): () => void {
  const { chosen, choose } = usePreferences();
  return useCallback(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    // A transition, because parts of the page may not be hydrated yet.
    if (here && here !== chosen.here) startTransition(() => choose("here", here));
  }, [chosen.here, choose]);
}
