"use client";

import { useQuery } from "@tanstack/react-query";
import { useAccountLink } from "@/components/scope/account-scope";
import { sessionQueries, useSeesAll } from "@/lib/session/queries";
import { type Section, sections } from "./sections";

/** A section with the address to open it, which keeps the chosen account. */
export type OpenSection = Section & { to: string };

/** Returns the sections that the user can open. */
export function useSections(): readonly OpenSection[] {
  const { data } = useQuery(sessionQueries.current());
  const seesAll = useSeesAll();
  const withAccount = useAccountLink();
  return sections
    .filter(({ scope }) => data?.scopes.includes(scope) ?? true)
    .filter(({ forOperators }) => seesAll || !forOperators)
    .map((section) => ({ ...section, to: withAccount(section.href) }));
}

/** Returns "page" on the page itself and true below it. */
export function currentOf(href: string, path: string): "page" | true | undefined {
  if (path === href) return "page";
  return (href !== "/" && path.startsWith(`${href}/`)) || undefined;
}
