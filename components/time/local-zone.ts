"use client";

import { useCallback, useEffect } from "react";
import { useChoose, usePreference } from "@/components/preferences/preferences";
import { whenIdle } from "@/components/ui/use-idle-load";

/** Stores the browser's time zone for the next server render. */
export function KeepLocalZone() {
  const learn = useLearnLocalZone();
  useEffect(() => whenIdle(learn), [learn]);
  return null;
}

/** Returns a function that stores the browser's time zone. The first use of `Intl` by a page takes 25 ms of CPU. */
export function useLearnLocalZone(): () => void {
  const known = usePreference("here");
  const choose = useChoose();
  return useCallback(() => {
    const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (here && here !== known) choose("here", here);
  }, [known, choose]);
}
