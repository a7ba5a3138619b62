import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "@/lib/protocol/call";
import type { Reply, Sent } from "@/lib/protocol/endpoint";
import type { auditApi } from "./contract";

type Api = typeof auditApi;
export type AuditEntry = Reply<Api["list"]>["entries"][number];
export type AuditFilter = Omit<Sent<Api["list"]>["query"], "cursor" | "limit">;

export const auditQueries = {
  log: (filter: AuditFilter) =>
    infiniteQueryOptions({
      queryKey: ["audit", filter],
      queryFn: ({ pageParam, signal }) =>
        call<Api["list"]>("GET /v1/audit", { query: { ...filter, cursor: pageParam } }, signal),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor,
      select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    }),
};

/** One page after the other, as large as they come; ends when there are no more. */
export async function* auditPages(filter: AuditFilter): AsyncGenerator<AuditEntry[]> {
  let cursor: string | undefined;
  do {
    const query = { ...filter, cursor, limit: 200 };
    const { entries, nextCursor } = await call<Api["list"]>("GET /v1/audit", { query });
    yield entries;
    cursor = nextCursor;
  } while (cursor);
}
