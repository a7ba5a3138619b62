import type { QueryClient } from "@tanstack/react-query";
import { accountsApi } from "@/lib/accounts/contract";
import { listAccounts } from "@/lib/accounts/operations";
import { accountQueries, accountsOfPage } from "@/lib/accounts/queries";
import type { Context } from "@/lib/context";
import { prefetch } from "./prefetch";

/** Reads the name of an account, which may not be among the first ones. Of an unknown account there is none. */
export function prefetchAccount(queries: QueryClient, ctx: Context, id: string): Promise<void> {
  const found = listAccounts(ctx, { q: id, limit: accountsOfPage });
  return prefetch(queries, accountQueries.found(id), accountsApi.list, found);
}
