"use client";

import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import type { ReactNode } from "react";
import { PreferencesProvider } from "@/components/preferences/preferences";
import type { Preferences } from "@/lib/preferences";
import { queryClient } from "@/lib/query-client";

type Props = { chosen: Preferences; children: ReactNode };

export function Providers({ chosen, children }: Props) {
  return (
    <QueryClientProvider client={queryClient()}>
      <PreferencesProvider initial={chosen}>
        <NuqsAdapter>{children}</NuqsAdapter>
      </PreferencesProvider>
    </QueryClientProvider>
  );
}
