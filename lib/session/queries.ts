import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Scope } from "@/db/enums";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { sessionApi } from "./contract";

type Api = typeof sessionApi;
export type Session = Reply<Api["read"]>;

export const sessionQueries = {
  current: () =>
    queryOptions({
      queryKey: ["session"],
      queryFn: ({ signal }) => call<Api["read"]>("GET /v1/session", {}, signal),
      staleTime: 60_000,
    }),
};

/** Returns whether the person is an operator, who sees every account. Until that is known, returns true. */
export function useSeesAll(): boolean {
  const { data } = useQuery(sessionQueries.current());
  return data?.user.accountId === undefined;
}

/** Returns whether the person's role has a scope. Until the role is known, returns what applies to most people. */
export function useMay(scope: Scope): boolean {
  const { data } = useQuery(sessionQueries.current());
  return data?.scopes.includes(scope) ?? true;
}

/** Returns whether the person administers the installation. An admin among members administers one account only. */
export function useIsAdministrator(): boolean {
  const isAdmin = useMay("admin");
  const seesAll = useSeesAll();
  return isAdmin && seesAll;
}
