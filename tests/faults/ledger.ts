import { Webhook } from "standardwebhooks";
import { expect } from "vitest";
import type { Sql } from "@/db/client";
import { until } from "@/tests/product";
import type { Received } from "@/tests/receiver";
import { stuckDeliveries } from "@/tests/stuck";

export type Subscriber = {
  webhookId: string;
  secret: string;
  received: Received[];
  /** Events answered with success. */
  succeeded: Set<string>;
};
type Published = Map<string, string>;

/** Waits until the queue is empty; moves later due times to now instead of waiting for the schedule. */
export async function drain(sql: Sql): Promise<void> {
  await until(async () => {
    await sql`update queue set due_at = now() where not leased and due_at between now() and now() + interval '2 days'`;
    await sql`update receivers set open_until = now() where open_until > now()`;
    const [left] = await sql`select count(*)::int as n from queue`;
    return left?.n === 0;
  });
}

/** Checks the invariants after any fault. Returns the number of duplicate requests. */
export async function audit(sql: Sql, accepted: Published, subscribers: Subscriber[]) {
  let extra = 0;
  for (const subscriber of subscribers) extra += await auditOne(sql, accepted, subscriber);
  expect(await gaps(sql), "attempts are numbered 1 to n").toEqual([]);
  expect(await disagreeing(sql), "the log's count is that of its attempts").toEqual([]);
  expect(await stuckDeliveries(sql), "no delivery is stuck").toEqual([]);
  return extra;
}

async function auditOne(sql: Sql, accepted: Published, subscriber: Subscriber) {
  const { webhookId, secret, received, succeeded } = subscriber;
  const copies = new Map<string, Received[]>();
  for (const request of received) {
    expect(() => verify(secret, request)).not.toThrow();
    const id = String(request.headers["webhook-id"]);
    copies.set(id, [...(copies.get(id) ?? []), request]);
  }
  const rows = await sql<{ eventId: string; status: string; attempts: number }[]>`
    select event_id, status, attempts from deliveries where webhook_id = ${webhookId}`;
  const log = new Map(rows.map((row) => [row.eventId, row]));

  const known = (id: string) => copies.has(id) || log.get(id)?.status === "failed";
  expect(
    [...accepted.keys()].filter((id) => !known(id)),
    "accepted and lost",
  ).toEqual([]);
  expect(
    [...copies.keys()].filter((id) => !accepted.has(id)),
    "not published",
  ).toEqual([]);
  const unseen = rows.filter(
    ({ status, eventId }) => status === "delivered" && !succeeded.has(eventId),
  );
  expect(unseen, "delivered, says the log, but not the receiver").toEqual([]);
  for (const [id, requests] of copies) {
    expect(new Set(requests.map(({ body }) => body)).size, "the same bytes each time").toBe(1);
    expect(JSON.parse(requests[0]!.body).data.videoId).toBe(accepted.get(id));
    expect(requests.length, "no more copies than attempts").toBeLessThanOrEqual(
      log.get(id)?.attempts ?? 0,
    );
  }
  return received.length - copies.size;
}

/** Deliveries with an attempt missing in the log. */
function gaps(sql: Sql) {
  return sql`
    select delivery_id from attempts group by delivery_id
    having max(number) <> count(*) or min(number) <> 1`;
}

function disagreeing(sql: Sql) {
  return sql`
    select d.id from deliveries d left join attempts a on a.delivery_id = d.id
    group by d.id, d.attempts having d.attempts <> count(a.delivery_id)`;
}

function verify(secret: string, { headers, body }: Received): void {
  new Webhook(secret).verify(body, headers as Record<string, string>);
}
