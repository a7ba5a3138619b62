import type { Page } from "@playwright/test";
import type { Sql } from "@/db/client";
import type { Cause, EventName } from "@/db/enums";

export type Counts = Record<
  "delivered" | "failed" | "cancelled" | "pending" | "retrying" | "total",
  number
>;
type Range = { from: string; to: string };
type Choice = { webhook?: string; event?: EventName; cause?: Cause };

/** Counts the deliveries of the range: those that ended in it, and those created before its end that have not ended. */
export async function totalsIn(sql: Sql, { from, to }: Range, choice: Choice = {}) {
  const { webhook, event, cause } = choice;
  const [counts] = await sql`
    with ranged as (
      select status, attempts from deliveries
      where trigger <> 'test' and (status = 'pending' and created_at < ${to} or finished_at >= ${from} and finished_at < ${to})
        and ${webhook ? sql`webhook_id = ${webhook}` : sql`true`}
        and ${event ? sql`event = ${event}` : sql`true`}
        and ${cause ? sql`cause = ${cause}` : sql`true`}
    )
    select count(*) filter (where status = 'delivered')::int as delivered,
      count(*) filter (where status = 'failed')::int as failed,
      count(*) filter (where status = 'cancelled')::int as cancelled,
      count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'pending' and attempts > 0)::int as retrying,
      count(*)::int as total
    from ranged`;
  return { ...counts } as Counts;
}

/** Counts the failed attempts with a cause that ended in the range, without tests and resends. */
export async function failedAttemptsIn(sql: Sql, { from, to }: Range, cause: Cause) {
  const [counts] = await sql`
    select count(*)::int as n from attempts
    where cause = ${cause} and trigger not in ('test', 'resend')
      and started_at + duration_ms * interval '1 ms' >= ${from}
      and started_at + duration_ms * interval '1 ms' < ${to}`;
  return counts?.n as number;
}

type Incident = { webhookId: string; kind: string; countedFrom: string };

/** Counts what a webhook has missed since its incident began. Old failures are counted by half hours. */
export async function missedIn(sql: Sql, { webhookId, kind, countedFrom }: Incident) {
  const old = Date.parse(countedFrom) < Date.now() - 170 * 60_000;
  const [counts] = await sql`
    select
      (count(*) filter (where status = 'pending'
        and ${kind === "degraded" ? sql`attempts > 0` : sql`true`}))::int as waiting,
      (count(*) filter (where status = 'failed'
        and finished_at >= date_bin(${old ? "30 minutes" : "1 minute"}::interval, ${countedFrom}::timestamptz, 'epoch')))::int as failed
    from deliveries where webhook_id = ${webhookId} and trigger <> 'test'`;
  return { ...counts };
}

/** Counts the events of the last day and the webhooks of a type, without tests. */
export async function catalogued(sql: Sql, event: EventName): Promise<string[]> {
  const [counts] = await sql`
    select (
        select count(*) from events
        where name = ${event} and not test and created_at > now() - interval '1 day'
      )::text as published, (
        select count(*) from webhooks
        where ${event} = any(events) and not one_shot
      )::text as subscribed`;
  return [counts?.published, counts?.subscribed];
}

/** Sums the columns of the chart's table: delivered, retrying, pending, failed, cancelled. */
export async function chartSums(page: Page): Promise<number[]> {
  const rows = page.getByRole("table", { name: /^Deliveries over time/ }).locator("tbody tr");
  await rows.first().waitFor({ state: "attached" });
  return rows.evaluateAll((all) =>
    [0, 1, 2, 3, 4].map((column) =>
      all
        .map((row) => row.querySelectorAll("td")[column]?.textContent ?? "")
        .reduce((sum, text) => sum + Number(text.replaceAll(",", "")), 0),
    ),
  );
}

/** Reads the figures of a page by name; each is an item with the name above the value. */
export async function figures(page: Page): Promise<Record<string, string>> {
  const items = await page
    .getByRole("main")
    .getByRole("listitem")
    .evaluateAll((all) => all.map((item) => (item as HTMLElement).innerText.split("\n")));
  const plain = (text: string) => text.replaceAll("\u00a0", " ").trim();
  return Object.fromEntries(items.map(([name = "", value = ""]) => [plain(name), plain(value)]));
}
