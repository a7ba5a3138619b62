import type { APIRequestContext } from "@playwright/test";
import { connectSql } from "@/db/client";
import { type EventName, eventNames } from "@/db/enums";
import { formatPlural } from "@/lib/format";
import { startReceiver } from "@/tests/receiver";
import { type Counts, catalogued, chartSums, figures, missedIn, totalsIn } from "./figures";
import { expect, test } from "./fixtures";
import type { Program } from "./program";

/** A product of its own: every delivery of the installation is counted. */
test.use({ world: "numbers" });
test.slow();

type Means = { api: APIRequestContext; program: Program };

test("every screen counts the deliveries that the database has", async ({
  page,
  api,
  program,
  product,
}) => {
  expect((await api.post("/v1/sample-data", { data: {} })).status()).toBe(201);
  const sql = connectSql(await product.databaseUrl(), 1);
  const [good, broken, gone] = [
    await startReceiver(),
    await startReceiver(),
    await startReceiver(),
  ];
  broken.answer(503);
  gone.answer(410);
  const delivering = await program.webhook(good.url, ["VIDEO_GENERATION_SUCCESS"]);
  for (let n = 0; n < 4; n++) await program.publish();
  const failing = await program.webhook(broken.url, ["VIDEO_GENERATION_FAILED"]);
  await openCircuit({ api, program }, failing, "VIDEO_GENERATION_FAILED");
  const refused = await program.webhook(gone.url, ["AVATAR_TRAINING_SUCCESS"]);
  await failAndResendOne({ api, program }, refused, "AVATAR_TRAINING_SUCCESS", () =>
    gone.answer(200),
  );
  const stopped = await program.webhook(`${good.url}/stopped`, ["AVATAR_TRAINING_FAILED"]);
  await cancelOneOfTwo({ api, program }, stopped, "AVATAR_TRAINING_FAILED");

  // No probe moves a number while the screens are read.
  await sql`update receivers set open_until = now() + interval '1 hour' where webhook_id = ${failing}`;
  const inFlight = () => sql`select from queue where webhook_id = ${failing} and leased`;
  await expect.poll(async () => (await inFlight()).length).toBe(0);

  const own = [delivering, failing, refused, stopped];
  const inDatabase = await Promise.all(
    own.map(async (id) => totalsIn(sql, await stats(api, id), { webhook: id })),
  );
  expect(inDatabase).toEqual([
    { delivered: 4, failed: 0, cancelled: 0, pending: 0, retrying: 0, total: 4 },
    { delivered: 0, failed: 0, cancelled: 0, pending: 15, retrying: expect.any(Number), total: 15 },
    { delivered: 1, failed: 1, cancelled: 0, pending: 2, retrying: 0, total: 4 },
    { delivered: 0, failed: 0, cancelled: 1, pending: 1, retrying: 0, total: 2 },
  ]);
  const health = await read(api, "/v1/webhook-health");
  for (const [n, id] of own.entries()) {
    const { total, ...counts } = inDatabase[n]!;
    expect(shown(await stats(api, id)), id).toEqual({ ...counts, total });
    const { delivered, failed, retrying, pending } = counts;
    const one = health.find(({ webhookId }: { webhookId: string }) => webhookId === id);
    expect(one).toMatchObject({ delivered, failed, retrying, backlog: pending });
    for (const [status, count] of Object.entries(counts)) {
      const matches = await read(api, `/v1/deliveries/count?webhook=${id}&status=${status}`);
      expect(matches, status).toEqual({ count, capped: false, tests: 0 });
    }
  }

  // A test is in the log, but in no other number, and no retry takes it.
  const tested = await api.post(`/v1/webhooks/${failing}/test`, {
    data: { event: "VIDEO_GENERATION_FAILED" },
  });
  expect(tested.ok()).toBe(true);
  const matches = ["4 matches", "16 matches (tests: 1)", "4 matches", "2 matches"];

  const everything = await stats(api);
  const counts = await totalsIn(sql, everything);
  expect(shown(everything)).toEqual(counts);
  await page.goto("/");
  await expect.poll(() => chartSums(page)).toEqual(partsOf(counts));
  const overview = await figures(page);
  expect(overview).toMatchObject({
    Deliveries: shownAs(counts.total),
    Failed: shownAs(counts.failed),
  });
  expect(overview).toMatchObject({ "Retrying now": shownAs(counts.retrying) });
  const figure = page
    .getByRole("region", { name: /^Figures/ })
    .getByRole("link", { name: /^Delivered/ });
  const { delivered, failed, pending } = counts;
  await expect(figure).toContainText(shareOf(delivered, delivered + failed + pending));
  for (const event of eventNames) {
    const line = page.getByRole("listitem").filter({ hasText: event });
    await expect(line).toContainText(inWords(await totalsIn(sql, everything, { event })));
  }
  for (const incident of everything.incidents) {
    const { webhookId, waiting, failed } = incident;
    expect(await missedIn(sql, incident), webhookId).toEqual({ waiting, failed });
  }
  const card = page.getByRole("article").filter({ has: page.locator(`a[href*="${failing}"]`) });
  await expect(card).toContainText("15 waiting");
  await expect(card).toContainText("Retry all 15");

  // Deliveries fail days after they were created. The log shows those that the figure counts, and the test.
  await page
    .getByRole("region", { name: /^Figures/ })
    .getByRole("link", { name: /^Failed/ })
    .click();
  await expect(page).toHaveURL("/deliveries?status=failed&since=24h");
  await expect(page.getByText(`${counts.failed + 1} matches (tests: 1)`).first()).toBeVisible();
  await expect(
    page.getByRole("button", { name: "Ended: Last 24 hours", exact: true }),
  ).toBeVisible();

  for (const [n, id] of own.entries()) {
    const { total, ...parts } = inDatabase[n]!;
    await page.goto(`/webhooks/${id}`);
    await expect.poll(() => chartSums(page)).toEqual(partsOf({ ...parts, total }));
    expect(await figures(page)).toMatchObject({
      "Success rate": shareOf(parts.delivered, parts.delivered + parts.failed + parts.retrying),
      Delivered: shownAs(parts.delivered),
      Failed: shownAs(parts.failed),
      "Retrying now": shownAs(parts.retrying),
    });
    await page.goto(`/webhooks/${id}/deliveries`);
    await expect(page.getByText(matches[n]!, { exact: true }).first()).toBeVisible();
    await expect.poll(() => chartSums(page)).toEqual(partsOf({ ...parts, total }));
    const retry = page.getByRole("button", { name: /^Retry \d/ });
    const isNeeded = parts.retrying + parts.failed > 0;
    const taken = formatPlural(parts.pending + parts.failed, "delivery", "deliveries");
    await expect(retry).toHaveText(isNeeded ? [`Retry ${taken}`] : []);
  }
  await page.goto("/webhooks");
  // The list counts all that waits; an incident of a webhook that delivers, what waits since it began.
  for (const { webhookId, kind } of everything.incidents) {
    const { pending, retrying } = await totalsIn(sql, everything, { webhook: webhookId });
    const waiting = kind === "degraded" ? retrying : pending;
    const row = page
      .getByRole("row")
      .filter({ has: page.locator(`a[href="/webhooks/${webhookId}"]`) });
    await expect(row).toContainText(`${waiting} waiting`);
  }

  await page.goto("/events");
  for (const event of eventNames) {
    const cells = page.getByRole("row").filter({ hasText: event }).getByRole("cell");
    await expect(cells).toHaveText(await catalogued(sql, event));
  }
  const [first = "VIDEO_GENERATION_SUCCESS"] = eventNames;
  const [, subscribed] = await catalogued(sql, first);
  await page.goto(`/events/${first}`);
  await expect(page.getByText(`${subscribed} webhooks`, { exact: true })).toBeVisible();
  await sql.end();
  for (const receiver of [good, broken, gone]) await receiver.close();
});

/** Leaves 15 deliveries: ten or more were attempted, an open circuit holds back the others. */
async function openCircuit({ api, program }: Means, id: string, event: EventName): Promise<void> {
  for (let n = 0; n < 12; n++) await program.publish(event);
  const tried = async () =>
    (await program.deliveriesTo(id)).filter(({ attempts }) => attempts > 0).length;
  await expect.poll(tried).toBeGreaterThanOrEqual(10);
  await expect
    .poll(async () => (await read(api, `/v1/webhooks/${id}/health`)).state)
    .toBe("failing");
  const isOpen = async () =>
    (await read(api, `/v1/webhooks/${id}/health`)).restsUntil !== undefined;
  await expect.poll(isOpen).toBe(true);
  for (let n = 0; n < 3; n++) await program.publish(event);
}

/** Leaves one failed delivery, one that a resend delivered, and two that a pause holds back. */
async function failAndResendOne(
  { api, program }: Means,
  id: string,
  event: EventName,
  mend: () => void,
): Promise<void> {
  const failed = async () =>
    (await program.deliveriesTo(id)).filter(({ status }) => status === "failed").length;
  for (const count of [1, 2]) {
    await program.publish(event);
    await expect.poll(failed).toBe(count);
    if (count === 1) await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: false } });
  }
  for (let n = 0; n < 2; n++) await program.publish(event);
  mend();
  const one = (await program.deliveriesTo(id)).find(({ status }) => status === "failed");
  expect((await api.post(`/v1/deliveries/${one?.id}/resend`)).ok()).toBe(true);
  await expect.poll(failed).toBe(1);
  const delivered = async () =>
    (await program.deliveriesTo(id)).some(({ status }) => status === "delivered");
  await expect.poll(delivered).toBe(true);
}

async function cancelOneOfTwo({ api, program }: Means, id: string, event: EventName) {
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: true } });
  for (let n = 0; n < 2; n++) await program.publish(event);
  const [one] = await program.deliveriesTo(id);
  expect((await api.post(`/v1/deliveries/${one!.id}/cancel`)).ok()).toBe(true);
}

async function read(api: APIRequestContext, path: string) {
  const answer = await api.get(path);
  expect(answer.status(), await answer.text()).toBe(200);
  return answer.json();
}

function stats(api: APIRequestContext, webhook?: string) {
  return read(api, webhook ? `/v1/stats?webhook=${webhook}` : "/v1/stats");
}

function shown({ totals }: Awaited<ReturnType<typeof stats>>) {
  const { delivered, failed, cancelled, pending, retrying, total } = totals;
  return { delivered, failed, cancelled, pending, retrying, total };
}

/** The chart's parts in their order: pending has those before their first attempt. */
function partsOf({ delivered, retrying, pending, failed, cancelled }: Counts): number[] {
  return [delivered, retrying, pending - retrying, failed, cancelled];
}

function shareOf(delivered: number, all: number): string {
  if (all === 0) return "–";
  return delivered === all || delivered === 0
    ? `${(100 * delivered) / all} %`
    : `${(Math.floor((delivered / all) * 1000) / 10).toFixed(1)} %`;
}

function shownAs(count: number): string {
  return count.toLocaleString("en");
}

/** A line of "By event type": what was delivered, and what was not. */
function inWords(counts: Counts): string {
  const [, retrying = 0, pending = 0, failed = 0, cancelled = 0] = partsOf(counts);
  const others = Object.entries({ failed, retrying, pending, cancelled }).flatMap(
    ([name, count]) => (count > 0 ? `${shownAs(count)} ${name}` : []),
  );
  return `${shownAs(counts.delivered)} delivered${others.join(" · ")}`;
}
