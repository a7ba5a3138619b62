"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ServerOrigin } from "@/components/page/origin";
import { PreferencesProvider } from "@/components/preferences/preferences";
import { DrawnAt } from "@/components/time/drawn-at";
import type { Preferences } from "@/lib/preferences";
import { queryClient } from "@/lib/query-client";

type Props = { chosen: Preferences; drawnAt: number; origin: string; children: ReactNode };

export function Providers({ chosen, drawnAt, origin, children }: Props) {
  return (
    <QueryClientProvider client={queryClient()}>
      <PreferencesProvider initial={chosen}>
        <DrawnAt value={drawnAt}>
          <ServerOrigin value={origin}>{children}</ServerOrigin>
        </DrawnAt>
      </PreferencesProvider>
    </QueryClientProvider>
  );
}
