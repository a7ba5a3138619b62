"use client";

import { useQuery } from "@tanstack/react-query";
import { sessionQueries } from "@/lib/session/queries";

export function SignedInAs() {
  const { data } = useQuery(sessionQueries.current());
  return (
    <p className="min-w-0 flex-1 text-sm leading-4">
      <span className="block truncate text-ink" title={data?.user.email}>
        {data?.user.email ?? "…"}
      </span>
      <span className="block text-faint text-xs capitalize">{data?.user.role ?? "…"}</span>
    </p>
  );
}
