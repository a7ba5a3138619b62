import type { APIRequestContext, Page } from "@playwright/test";
import { connectSql } from "@/db/client";
import { eventNames } from "@/db/enums";
import { formatPlural } from "@/lib/format";
import { startReceiver } from "@/tests/receiver";
import { causesInWords, inWords, shareOf, shownAs, successInWords } from "./figure-words";
import { type Counts, catalogued, chartSums, figures, missedIn, totalsIn } from "./figures";
import { expect, test } from "./fixtures";
import { cancelOneOfTwo, failAndResendOne, openCircuit, read } from "./scenarios";

/** A product of its own: every delivery of the installation is counted. */
test.use({ world: "numbers" });
test.slow();

const halfHourMs = 1_800_000;

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
  const causes = page.locator('a[href*="status=failed,retrying&code="]');
  await expect(causes).toContainText(await causesInWords(sql, everything));
  for (const incident of everything.incidents) {
    const { webhookId, waiting, failed } = incident;
    expect(await missedIn(sql, incident), webhookId).toEqual({ waiting, failed });
  }
  const links = await logLinks(page);
  const card = page.getByRole("article").filter({ has: page.locator(`a[href*="${failing}"]`) });
  await expect(card).toContainText("15 waiting");
  await expect(card).toContainText("Retry all 15");

  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    await page.goto(link);
    const missed = missedBy(everything.incidents, link) + Number(link.includes(failing));
    const matches = formatPlural(missed, "match", "matches");
    await expect(page.getByText(new RegExp(`^${matches}`)).first(), link).toBeVisible();
  }

  // Deliveries fail days after they were created. The log shows those that the figure counts, and the test.
  await openFigure(page, "Failed");
  await expect(page).toHaveURL("/deliveries?status=failed&since=24h");
  await expect(page.getByText(`${counts.failed + 1} matches (tests: 1)`).first()).toBeVisible();
  await openFigure(page, "Deliveries");
  await expect(page).toHaveURL("/deliveries?since=24h");
  await expect(
    page.getByText(`${shownAs(counts.total + 1)} matches (tests: 1)`).first(),
  ).toBeVisible();
  await expect.poll(() => chartSums(page)).toEqual(partsOf(counts));

  // The test ended after that half hour.
  const { at } = everything.series.find(({ failed }: Counts) => failed > 0);
  const range = { from: at, to: new Date(Date.parse(at) + halfHourMs).toISOString() };
  const ranged = await totalsIn(sql, range);
  await page.goto(`/deliveries?${new URLSearchParams(range)}`);
  await expect(
    page.getByText(`${shownAs(ranged.total)} matches`, { exact: true }).first(),
  ).toBeVisible();
  await expect.poll(() => chartSums(page)).toEqual(partsOf(ranged));

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
    const missed = everything.incidents
      .filter(({ webhookId }: Incident) => webhookId === id)
      .map(({ waiting, failed }: Incident) => new RegExp(`^Retry all ${waiting + failed} since`));
    await expect(page.getByRole("button", { name: /^Retry all .*since/ })).toHaveText(missed);
    await page.goto(`/webhooks/${id}/deliveries`);
    await expect(page.getByText(matches[n]!, { exact: true }).first()).toBeVisible();
    await expect.poll(() => chartSums(page)).toEqual(partsOf({ ...parts, total }));
    const retry = page.getByRole("button", { name: /^Retry \d/ });
    const isNeeded = parts.retrying + parts.failed > 0;
    const taken = formatPlural(parts.pending + parts.failed, "delivery", "deliveries");
    await expect(retry).toHaveText(isNeeded ? [`Retry ${taken}`] : []);
  }
  await page.goto("/webhooks");
  const success = own.map((id, n) => [id, successInWords(inDatabase[n]!)] as const);
  await expectInRows(page, success);
  // A webhook that delivers gets by itself what was not tried yet.
  for (const { webhookId, kind } of everything.incidents) {
    const { pending, retrying } = await totalsIn(sql, everything, { webhook: webhookId });
    const waiting = kind === "degraded" ? retrying : pending;
    await expectInRows(page, [[webhookId, `${waiting} waiting`]]);
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

/** Returns the addresses of what each incident on the overview has missed. */
function logLinks(page: Page): Promise<string[]> {
  const links = page.getByRole("article").locator('a[href^="/deliveries?status="]');
  return links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
}

/** Opens the log of a figure of the overview. */
async function openFigure(page: Page, name: string): Promise<void> {
  await page.goto("/");
  const figures = page.getByRole("region", { name: /^Figures/ });
  await figures.getByRole("link", { name: new RegExp(`^${name}`) }).click();
}

type Incident = { webhookId: string; waiting: number; failed: number };

/** Counts what the incident of an address has missed. */
function missedBy(incidents: Incident[], address: string): number {
  const incident = incidents.find(({ webhookId }) => address.includes(webhookId));
  return incident ? incident.waiting + incident.failed : Number.NaN;
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

/** Expects texts in the rows of webhooks in their list. */
async function expectInRows(page: Page, texts: (readonly [id: string, text: string])[]) {
  for (const [id, text] of texts) {
    const link = page.locator(`a[href="/webhooks/${id}"]`);
    await expect(page.getByRole("row").filter({ has: link })).toContainText(text);
  }
}
