import { sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { anyAddress, api } from "./client";
import { operator, password } from "./people";
import { db } from "./world";

type Try = { email: string; from: string; secret?: string };

function attempt({ email, from, secret = "wrong" }: Try) {
  const headers = { "x-forwarded-for": from };
  return api("POST /v1/session", { headers, body: { email, password: secret } });
}

/** So many times at once, each by a person of its own unless one is named. */
async function many(count: number, from: () => string, email?: string) {
  const tries = Array.from({ length: count }, (_, n) =>
    attempt({ email: email ?? `nobody-${n}@example.com`, from: from() }),
  );
  return (await Promise.all(tries)).map(({ status }) => status);
}

describe("sign-in", () => {
  test("is tried five times from one address, however many come at once", async () => {
    const from = anyAddress();
    const statuses = await many(20, () => from);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);

    const { email } = await operator();
    const held = await attempt({ email, from, secret: password });
    expect([held.status, held.body.code]).toEqual([429, 42900]);
    expect(held.headers.get("ratelimit-policy")).toBe('"sign-in";q=5;w=900');
    expect(held.headers.get("ratelimit")).toMatch(/^"sign-in";r=0;t=(900|8\d\d)$/);
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(800);
    const elsewhere = await attempt({ email, from: anyAddress(), secret: password });
    expect(elsewhere.status).toBe(201);
  });

  test("counts one IPv6 customer as one, and IPv4 as IPv4", async () => {
    let n = 0;
    const statuses = await many(6, () => `2001:db8:7:7::${++n}`);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    const from = anyAddress();
    await many(5, () => from);
    expect((await attempt({ email: "a@example.com", from: `::ffff:${from}` })).status).toBe(429);
  });

  test("begins anew when the quarter of an hour is over, and after it succeeded", async () => {
    const { email } = await operator();
    const from = anyAddress();
    for (let n = 0; n < 12; n++) {
      expect((await attempt({ email, from, secret: password })).status).toBe(201);
    }
    await many(5, () => from);
    await db.execute(sql`
      update sign_in_failures set since = since - interval '15 minutes',
        blocked_until = blocked_until - interval '15 minutes'
      where subject = ${`address ${from}`}`);
    expect((await attempt({ email, from })).status).toBe(401);
    expect((await attempt({ email, from, secret: password })).status).toBe(201);
  });

  test("of one person slows down after ten failures from anywhere, and never locks out", async () => {
    const { email } = await operator();
    const statuses = await many(20, anyAddress, email);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const held = await attempt({ email: email.toUpperCase(), from: anyAddress() });
    expect(held.status).toBe(429);
    expect(Number(held.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    await expect
      .poll(async () => (await attempt({ email, from: anyAddress(), secret: password })).status, {
        timeout: 5000,
      })
      .toBe(201);
  });
});
