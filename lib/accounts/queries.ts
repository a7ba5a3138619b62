import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { AccountQuery, accountsApi } from "./contract";

type Api = typeof accountsApi;
export type Account = Reply<Api["read"]>;
/** Start of the keys of all queries of accounts. */
export const accountsKey = ["accounts"] as const;
const staleTime = 60_000;

/** Accounts of a page, and most of a list to choose from. */
export const accountsOfPage = 50;

export const accountQueries = {
  /** All accounts, for lists that name the account of each row. */
  list: () =>
    queryOptions({
      queryKey: [...accountsKey, "list"],
      queryFn: ({ signal }) => readAccounts({}, signal),
      staleTime,
    }),
  /** The oldest accounts: all of them where there are few. */
  first: () =>
    queryOptions({
      queryKey: [...accountsKey, "first"],
      queryFn: ({ signal }) => readAccounts({ limit: accountsOfPage }, signal),
      staleTime,
    }),
  /** Accounts with a text in their name, or with this id. */
  found: (q: string) =>
    queryOptions({
      queryKey: [...accountsKey, "found", q],
      queryFn: ({ signal }) => readAccounts({ q, limit: accountsOfPage }, signal),
      placeholderData: keepPreviousData,
      staleTime,
    }),
  /** The table of accounts, page by page. */
  pages: (q: string) =>
    infiniteQueryOptions({
      queryKey: [...accountsKey, "pages", q],
      queryFn: ({ pageParam: cursor, signal }) =>
        readAccounts({ ...(q && { q }), limit: accountsOfPage, cursor }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor,
      select: ({ pages }) => pages.flatMap(({ accounts }) => accounts),
    }),
};

function readAccounts(query: AccountQuery, signal: AbortSignal) {
  return call<Api["list"]>("GET /v1/accounts", { query }, signal);
}
