import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { prefetch } from "@/app/prefetch";
import { Providers } from "@/app/providers";
import { chosenTheme } from "@/app/theme";
import { Frame } from "@/components/shell/frame";
import { pageContext } from "@/lib/http/page-context";
import { whoIs } from "@/lib/http/session";
import { queryClient } from "@/lib/query-client";
import { sessionApi } from "@/lib/session/contract";

import { sessionQueries } from "@/lib/session/queries";

export default async function DashboardLayout({ children }: { children: ReactNode }) {
  const [ctx, theme] = await Promise.all([pageContext("any"), chosenTheme()]);
  const queries = queryClient();
  await prefetch(queries, sessionQueries.current(), sessionApi.read, whoIs(ctx));

  return (
    <Providers>
      <HydrationBoundary state={dehydrate(queries)}>
        <Frame theme={theme}>{children}</Frame>
      </HydrationBoundary>
    </Providers>
  );
}
