import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { receivers } from "@/db/schema/webhooks";
import { api } from "./client";
import { ended } from "./ended";
import { account, db, keyOf, webhook } from "./world";

type Found = { webhook: { id: string; callbackUrl: string }; health: { webhookId: string } };

async function search(key: string, filters = ""): Promise<string[]> {
  const { status, body } = await api(`GET /v1/webhook-search?${filters}`, { key });
  expect(status, JSON.stringify(body)).toBe(200);
  const found: Found[] = body.webhooks;
  expect(found.map(({ health }) => health.webhookId)).toEqual(found.map((one) => one.webhook.id));
  return found.map((one) => one.webhook.callbackUrl);
}

const at = (name: string) => `https://${name}.example/`;

/** One that fails, one that delivers half, one that delivers all, one paused by a person, and an untouched one. */
async function several() {
  const { id: accountId, key } = await account();
  const make = (name: string, more = {}) => webhook(key, { callbackUrl: at(name), ...more });
  const untouched = await make("untouched", { events: ["AVATAR_TRAINING_FAILED"] });
  const good = await make("good");
  const bad = await make("bad");
  const half = await make("half");
  const paused = await make("paused");
  const now = new Date();
  await ended(accountId, good.id, 1, [{}]);
  await ended(accountId, half.id, 1, [{}]);
  await ended(accountId, half.id, 1, [{ status: "failed", cause: "http_5xx", statusCode: 500 }]);
  await ended(accountId, bad.id, 1, [{ status: "failed", cause: "http_5xx", statusCode: 500 }]);
  await db.insert(receivers).values({
    webhookId: bad.id,
    failingSince: new Date(now.getTime() - 600_000),
    failedAt: now,
  });
  await api(`PUT /v1/webhooks/${paused.id}/settings`, { key, body: { paused: true } });
  await api(`PUT /v1/webhooks/${good.id}/settings`, { key, body: { label: "Älteste Kasse" } });
  return { accountId, key, untouched, bad };
}

test("webhooks are found by state, event, and text of URL, label or id", async () => {
  const { key, untouched } = await several();
  expect(await search(key, "status=failing")).toEqual([at("bad")]);
  expect(await search(key, "status=incident")).toEqual([at("bad")]);
  expect(await search(key, "status=degraded,paused")).toEqual([at("half"), at("paused")]);
  expect(await search(key, "event=AVATAR_TRAINING_FAILED")).toEqual([at("untouched")]);
  expect(await search(key, "q=GOOD.ex")).toEqual([at("good")]);
  expect(await search(key, "q=älteste")).toEqual([at("good")]);
  expect(await search(key, "q=kasse%20GOOD%20älteste")).toEqual([at("good")]);
  expect(await search(key, "q=kasse%20bad")).toEqual([]);
  expect(await search(key, `q=good.ex${"%20".repeat(193)}bad`)).toEqual([at("good")]);
  expect([await search(key, "q=go_d"), await search(key, "q=%25")]).toEqual([[], []]);
  expect(await search(key, `q=${untouched.id}`)).toEqual([at("untouched")]);
  expect(await search(key, "status=failing&q=good")).toEqual([]);
});

test.each(["statos=failing", "cursor=x"])("an unknown parameter is refused: %s", async (query) => {
  const { key } = await account();
  const { status, body } = await api(`GET /v1/webhook-search?${query}`, { key });
  const [path] = query.split("=");
  expect([status, body.issues]).toEqual([
    400,
    [{ path, message: expect.stringMatching(/^Unknown .+, or use one of .*\bstatus\b/) }],
  ]);
});

test("the worst come first, or the order asked for and its reverse, and the limit leaves the total", async () => {
  const { key } = await several();
  const worst = ["bad", "half", "paused", "good", "untouched"].map(at);
  expect(await search(key)).toEqual(worst);
  expect(await search(key, "sort=-health")).toEqual(worst.toReversed());
  expect(await search(key, "sort=name")).toEqual(
    ["bad", "half", "paused", "untouched", "good"].map(at),
  );
  expect(await search(key, "sort=rate")).toEqual(
    ["bad", "half", "good", "paused", "untouched"].map(at),
  );
  expect((await search(key, "sort=last")).slice(2)).toEqual(
    ["paused", "good", "untouched"].map(at),
  );
  const { body } = await api("GET /v1/webhook-search?limit=2", { key });
  expect([body.total, body.webhooks.length]).toEqual([5, 2]);
});

test("what is found comes by how its label matches, of each the worst first", async () => {
  const { key, bad } = await several();
  const named = async (name: string, label: string) => {
    const { id } = await webhook(key, { callbackUrl: at(name) });
    await api(`PUT /v1/webhooks/${id}/settings`, { key, body: { label } });
  };
  await named("inside", "My bad one");
  await named("exact", "Bad One");
  await named("begins", "bad one 2");
  await named("apart", "one, not bad");
  await named("bad-one", "");
  const byLabel = ["exact", "begins", "apart", "inside", "bad-one"].map(at);
  expect(await search(key, "q=%20bad%20%20one&sort=match")).toEqual(byLabel);
  expect(await search(key, "q=bad&sort=match&limit=2")).toEqual(["begins", "exact"].map(at));
  expect((await search(key, "q=bad&sort=match")).slice(4)).toEqual(["bad", "bad-one"].map(at));
  // Without a text, also those with a label.
  await api(`PUT /v1/webhooks/${bad.id}/settings`, { key, body: { label: "Worst" } });
  expect(await search(key, "sort=match&limit=2")).toEqual(["bad", "half"].map(at));
});

test("a masked value in a URL is not found", async () => {
  const { key } = await account();
  await webhook(key, { callbackUrl: "https://masked.example/?token=abcdef" });
  expect(await search(key, "q=token")).toHaveLength(1);
  expect(await search(key, "q=abc")).toEqual([]);
});

test("a failing webhook older than 500 others is first, for its account and for all", async () => {
  const { accountId, key } = await several();
  await db.execute(sql`
    insert into webhooks (id, account_id, callback_url, events)
    select new_id(), ${accountId}, 'https://hooks.example/' || n, array['VIDEO_GENERATION_SUCCESS']
    from generate_series(1, 501) n`);
  const { body } = await api("GET /v1/webhook-search", { key });
  expect([body.total, body.webhooks.length]).toEqual([506, 500]);
  expect(body.webhooks[0].webhook.callbackUrl).toBe(at("bad"));
  const service = await keyOf(null, ["webhooks:read", "deliveries:read"]);
  expect(await search(service, `account=${accountId}&status=failing`)).toEqual([at("bad")]);
});

test("only the caller's webhooks are found, and both scopes are needed", async () => {
  const [{ accountId, key }, theirs] = [await several(), await account()];
  expect(await search(theirs.key)).toEqual([]);
  expect(await search(theirs.key, `account=${accountId}`)).toEqual([]);
  expect(await search(key, `account=${theirs.id}`)).toEqual([]);
  for (const scope of ["webhooks:read", "deliveries:read"] as const) {
    const one = await keyOf(accountId, [scope]);
    expect((await api("GET /v1/webhook-search", { key: one })).status).toBe(403);
  }
});
