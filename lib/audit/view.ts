import type { AuditAction } from "@/db/audit-actions";

export const auditSpans = ["1h", "24h", "7d", "30d"] as const;
type AuditSpan = (typeof auditSpans)[number];

/** Filters of the audit log, as in the page's URL. */
export type AuditView = {
  account: string | null;
  actor: string | null;
  action: readonly AuditAction[];
  target: string | null;
  webhook: string | null;
  request: string | null;
  since: AuditSpan | null;
  from: string | null;
  to: string | null;
};

const hourMs = 3_600_000;
const hours: Record<AuditSpan, number> = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 };

/**
 * Returns a view as it is shown, and the names of the filters that it leaves out: a relative span ends now and takes the place of a
 * fixed range, and the API would refuse an end before the beginning.
 */
export function shownView(view: AuditView): { view: AuditView; ignored: ("from" | "to")[] } {
  const { since, from, to } = view;
  const isStartIgnored = since !== null && from !== null;
  const isEndIgnored = to !== null && (since !== null || (from !== null && to <= from));
  return {
    view: { ...view, from: isStartIgnored ? null : from, to: isEndIgnored ? null : to },
    ignored: [
      ...(isStartIgnored ? ["from" as const] : []),
      ...(isEndIgnored ? ["to" as const] : []),
    ],
  };
}

/** Returns a view as the API's filter, of what `shownView` shows of it. */
export function auditQueryOf(asked: AuditView, now: number) {
  const { account, actor, action, target, webhook, request, since, from, to } =
    shownView(asked).view;
  const begin = since ? new Date(now - hours[since] * hourMs).toISOString() : from;
  return {
    account: account ?? undefined,
    actor: actor?.slice(0, 320) || undefined,
    action: action.length > 0 ? action.join(",") : undefined,
    target: target ?? undefined,
    webhook: webhook ?? undefined,
    request: request?.slice(0, 64) || undefined,
    from: begin ?? undefined,
    to: to ?? undefined,
  };
}
