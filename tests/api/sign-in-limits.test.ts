import { createHash, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { signInFailures } from "@/db/schema/sign-in-failures";
import { anyAddress, api } from "./client";
import { browser, operator, password } from "./people";
import { account, db, keyOf } from "./world";

type Try = { email: string; from: string; secret?: string; cookie?: string };

function attempt({ email, from, secret = "wrong", cookie }: Try) {
  const headers = { "x-forwarded-for": from, ...(cookie && { cookie }) };
  return api("POST /v1/session", { headers, body: { email, password: secret } });
}

const subjectOf = (email: string) => `email ${createHash("sha256").update(email).digest("hex")}`;

/** Sends this many concurrent sign-ins, each with a different user unless one is given. */
async function many(count: number, from: () => string, email?: string) {
  const tries = Array.from({ length: count }, (_, n) =>
    attempt({ email: email ?? `nobody-${n}@example.com`, from: from() }),
  );
  return (await Promise.all(tries)).map(({ status }) => status);
}

describe("sign-in", () => {
  test("allows five failures per address, also concurrently", async () => {
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

  test("resets after 15 minutes, and after a success", async () => {
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

  test("of one user is delayed after ten failures from anywhere, never locked out", async () => {
    const { email } = await operator();
    const statuses = await many(20, anyAddress, email);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const blockedFor = async (seconds: number) => {
      const blockedUntil = sql`now() + ${seconds} * interval '1 second'`;
      const same = eq(signInFailures.subject, subjectOf(email));
      const rows = await db
        .update(signInFailures)
        .set({ blockedUntil })
        .where(same)
        .returning({
          within: sql<boolean>`${signInFailures.since} > now() - interval '15 minutes'`,
        });
      expect(rows).toEqual([{ within: true }]);
    };
    // The delay is a second at first; hashing on a busy machine takes longer.
    await blockedFor(50);
    const held = await attempt({ email: email.toUpperCase(), from: anyAddress() });
    expect(held.status).toBe(429);
    expect(Number(held.headers.get("retry-after"))).toBeLessThanOrEqual(60);
    // The delay doubles with each failure, up to a minute.
    for (const [failures, least, most] of [
      [13, 8, 16],
      [100, 50, 60],
    ] as const) {
      await blockedFor(0);
      await db
        .update(signInFailures)
        .set({ failures })
        .where(eq(signInFailures.subject, subjectOf(email)));
      await attempt({ email, from: anyAddress() });
      const { headers } = await attempt({ email, from: anyAddress() });
      const seconds = Number(headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(least);
      expect(seconds).toBeLessThanOrEqual(most);
    }
    await blockedFor(0);
    expect((await attempt({ email, from: anyAddress(), secret: password })).status).toBe(201);
  });
});

describe("failures of an address", () => {
  /** Returns an address that has four failures: the next one blocks it. */
  async function nearLimit() {
    const from = anyAddress();
    const subject = `address ${from}`;
    await db.insert(signInFailures).values({ subject, failures: 4, since: sql`now()` });
    const counted = () =>
      db.select().from(signInFailures).where(eq(signInFailures.subject, subject));
    return { headers: { "x-forwarded-for": from }, counted };
  }

  test("stay counted after a success at any door, which itself counts as none", async () => {
    const admin = await keyOf(null, ["admin"]);
    const { email } = await operator("viewer");
    const { headers: session } = await browser({ email });
    const invited = { email: `${randomUUID()}@example.com`, role: "viewer" };
    const { body: invitation } = await api("POST /v1/invitations", { key: admin, body: invited });
    const at = `POST /v1/accounts/${(await account()).id}/sign-in-links`;
    const customer = { email: `${randomUUID()}@example.com` };
    const { body: entry } = await api(at, { key: admin, body: customer });
    const tokenOf = ({ link }: { link: string }) => link.split("#")[1];
    const token = tokenOf(invitation);
    const { headers, counted } = await nearLimit();
    for (const [line, body, status] of [
      ["POST /v1/session", { email, password }, 201],
      ["POST /v1/session/proof", { password }, 204],
      ["POST /v1/session/link/preview", { token: tokenOf(entry) }, 200],
      ["POST /v1/session/link", { token: tokenOf(entry) }, 201],
      ["POST /v1/invitations/preview", { token }, 200],
      ["POST /v1/invitations/accept", { token, password }, 201],
    ] as const) {
      const answer = await api(line, { headers: { ...session, ...headers }, body });
      expect(answer.status, line).toBe(status);
      expect(await counted(), line).toMatchObject([{ failures: 4, blockedUntil: null }]);
    }
  });

  test("block it for guesses at sign-in links, too", async () => {
    const { headers } = await nearLimit();
    const guess = () => api("POST /v1/session/link", { headers, body: { token: randomUUID() } });
    expect([(await guess()).status, (await guess()).status]).toEqual([404, 429]);
  });
});

describe("a browser in which the person has signed in before", () => {
  /** Signs in, signs out, and keeps the device cookie. */
  async function known(email: string, from = anyAddress()) {
    const { headers } = await attempt({ email, from, secret: password });
    const cookies = headers.getSetCookie();
    const device = cookies.find((cookie) => cookie.startsWith("postback_device="));
    expect(device).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=15552000$/);
    return device?.split(";")[0] ?? "";
  }

  async function failuresOf(email: string): Promise<number> {
    const same = eq(signInFailures.subject, subjectOf(email));
    const [row] = await db.select().from(signInFailures).where(same);
    return row?.failures ?? 0;
  }

  test("is not locked out by strangers, at its own address nor at the person's", async () => {
    const { email } = await operator();
    const from = anyAddress();
    const cookie = await known(email, from);
    await many(6, () => from);
    await many(12, anyAddress, email);
    const counted = await failuresOf(email);
    expect(counted).toBeGreaterThanOrEqual(10);
    expect((await attempt({ email, from, secret: password })).status).toBe(429);
    expect((await attempt({ email, from, cookie })).status).toBe(401);
    const right = await attempt({ email, from, secret: password, cookie });
    expect(right.status).toBe(201);
    // The user's success gives strangers no new guesses.
    expect(await failuresOf(email)).toBe(counted);
  });

  test("has ten failures of its own, then counts as any other", async () => {
    const { email } = await operator();
    const cookie = await known(email);
    const from = anyAddress();
    const guess = () => attempt({ email, from, cookie });
    const statuses = await Promise.all(Array.from({ length: 20 }, guess));
    expect(statuses.filter(({ status }) => status === 401)).toHaveLength(10 + 5);
    expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5);
  });

  test("is not known for other users or by a forged cookie", async () => {
    const [mine, theirs] = [await operator(), await operator()];
    const cookie = await known(mine.email);
    const from = anyAddress();
    await many(6, () => from);
    const forged = cookie.replace(/.$/, (last) => (last === "A" ? "E" : "A"));
    const { email } = theirs;
    expect((await attempt({ email, from, secret: password, cookie })).status).toBe(429);
    for (const wrong of [forged, "postback_device=", "postback_device=1.2.3.4"])
      expect(
        (await attempt({ email: mine.email, from, secret: password, cookie: wrong })).status,
      ).toBe(429);
    expect((await attempt({ email: mine.email, from, secret: password, cookie })).status).toBe(201);
  });
});
