"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQueries } from "@/lib/session/queries";
import { type Section, sections } from "./sections";

/** Returns the sections that the user's role can open. */
export function useSections(): readonly Section[] {
  const { data } = useQuery(sessionQueries.current());
  return sections.filter(({ scope }) => data?.scopes.includes(scope) ?? true);
}

/** Returns "page" on the page itself and true below it. */
export function currentOf(href: string, path: string): "page" | true | undefined {
  if (path === href) return "page";
  return (href !== "/" && path.startsWith(`${href}/`)) || undefined;
}
