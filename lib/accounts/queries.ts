import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { AccountDraft, AccountQuery, accountsApi } from "./contract";

type Api = typeof accountsApi;
export type Account = Reply<Api["read"]>;
const all = ["accounts"] as const;
const staleTime = 60_000;

/** Accounts of a page, and most of a list to choose from. */
export const accountsOfPage = 50;

export const accountQueries = {
  /** All accounts, for lists that name the account of each row. */
  list: () =>
    queryOptions({
      queryKey: [...all, "list"],
      queryFn: ({ signal }) => readAccounts({}, signal),
      staleTime,
    }),
  /** The oldest accounts: all of them where there are few. */
  first: () =>
    queryOptions({
      queryKey: [...all, "first"],
      queryFn: ({ signal }) => readAccounts({ limit: accountsOfPage }, signal),
      staleTime,
    }),
  /** Accounts with a text in their name, or with this id. */
  found: (q: string) =>
    queryOptions({
      queryKey: [...all, "found", q],
      queryFn: ({ signal }) => readAccounts({ q, limit: accountsOfPage }, signal),
      placeholderData: keepPreviousData,
      staleTime,
    }),
  /** The table of accounts, page by page. */
  pages: (q: string) =>
    infiniteQueryOptions({
      queryKey: [...all, "pages", q],
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

export function useCreateAccount() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountDraft) => call<Api["create"]>("POST /v1/accounts", { body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}

export function useRenameAccount(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: AccountDraft) =>
      call<Api["rename"]>("PUT /v1/accounts/{id}", { params: { id }, body }),
    onSuccess: () => client.invalidateQueries({ queryKey: all }),
  });
}
