"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQueries } from "@/lib/session/queries";
import { type Section, sections } from "./sections";

/** The places where the person's role has something to do. */
export function useSections(): readonly Section[] {
  const { data } = useQuery(sessionQueries.current());
  return sections.filter(({ scope }) => data?.scopes.includes(scope) ?? true);
}

/** "page" on the very page, true below it. */
export function currentOf(href: string, path: string): "page" | true | undefined {
  if (path === href) return "page";
  return (href !== "/" && path.startsWith(`${href}/`)) || undefined;
}
