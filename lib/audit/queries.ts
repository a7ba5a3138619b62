import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { AuditAction } from "@/db/audit-actions";
import { call } from "@/lib/protocol/call";
import type { Reply } from "@/lib/protocol/endpoint";
import type { auditApi } from "./contract";
import { type AuditView, auditQueryOf } from "./view";

type Api = typeof auditApi;
export type AuditEntry = Reply<Api["list"]>["entries"][number];

export const auditQueries = {
  log: (view: AuditView) =>
    infiniteQueryOptions({
      queryKey: ["audit", view],
      queryFn: ({ pageParam, signal }) =>
        call<Api["list"]>(
          "GET /v1/audit",
          { query: { ...auditQueryOf(view, Date.now()), cursor: pageParam } },
          signal,
        ),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.nextCursor,
      select: ({ pages }) => pages.flatMap(({ entries }) => entries),
    }),
  /** Reads who resent a delivery, as known when the attempt of this number was made. */
  resends: (delivery: string, attempt: number) =>
    queryOptions({
      queryKey: ["audit", "resends", delivery, attempt],
      queryFn: ({ signal }) =>
        call<Api["list"]>(
          "GET /v1/audit",
          { query: { target: delivery, action: "delivery.resent", limit: 200 } },
          signal,
        ),
      staleTime: Number.POSITIVE_INFINITY,
    }),
  /** Reads the latest changes of a webhook that are not changes of its health. */
  changes: (webhook: string) =>
    queryOptions({
      queryKey: ["audit", "changes", webhook],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/audit", { query: { ...changesOf(webhook) } }, signal),
    }),
  /** Reads the entry of a webhook's deletion. */
  deletion: (webhook: string) =>
    queryOptions({
      queryKey: ["audit", "deletion", webhook],
      queryFn: ({ signal }) =>
        call<Api["list"]>(
          "GET /v1/audit",
          { query: { target: webhook, action: "webhook.deleted", limit: 1 } },
          signal,
        ),
    }),
  /** Reads the entries of one request. */
  request: (id: string) =>
    queryOptions({
      queryKey: ["audit", "request", id],
      queryFn: ({ signal }) =>
        call<Api["list"]>("GET /v1/audit", { query: { request: id, limit: 1 } }, signal),
    }),
};

/** Filter of `auditQueries.changes`. */
export function changesOf(webhook: string) {
  return { webhook, action: changeActions.join(","), limit: 10 };
}

const changeActions: AuditAction[] = [
  "webhook.created",
  "webhook.updated",
  "webhook.settings_updated",
  "webhook_secret.rotated",
  "webhook_secret.overlap_ended",
  "signing_key.enabled",
  "signing_key.disabled",
];

/** Yields the pages of a view, to the last. */
export async function* auditPages(view: AuditView): AsyncGenerator<AuditEntry[]> {
  const filter = auditQueryOf(view, Date.now());
  let cursor: string | undefined;
  do {
    const query = { ...filter, cursor, limit: 200 };
    const { entries, nextCursor } = await call<Api["list"]>("GET /v1/audit", { query });
    yield entries;
    cursor = nextCursor;
  } while (cursor);
}
