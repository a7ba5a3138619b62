"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { PreferencesProvider } from "@/components/preferences/preferences";
import { DrawnAt } from "@/components/time/drawn-at";
import type { Preferences } from "@/lib/preferences";
import { queryClient } from "@/lib/query-client";

type Props = { chosen: Preferences; drawnAt: number; children: ReactNode };

export function Providers({ chosen, drawnAt, children }: Props) {
  return (
    <QueryClientProvider client={queryClient()}>
      <PreferencesProvider initial={chosen}>
        <DrawnAt value={drawnAt}>
          <NuqsAdapter>{children}</NuqsAdapter>
        </DrawnAt>
      </PreferencesProvider>
    </QueryClientProvider>
  );
}
