import { readFile } from "node:fs/promises";
import type { APIRequestContext, Page } from "@playwright/test";
import type { Receiver } from "@/tests/receiver";
import { expect, test } from "./fixtures";
import { InteractionBudget } from "./interaction-budget";
import type { Program } from "./program";

const overloaded = { status: 503, body: '{"error":"overloaded"}' };
const many = 12;
/** A failure that no other test causes. */
const lost = "AVATAR_TRAINING_FAILED";
const hostOf = ({ url }: Receiver) => new URL(url).host;

test.describe("a receiver is down", () => {
  test.beforeEach(async ({ page, program, receiver }) => {
    receiver.answer(overloaded);
    const webhook = await program.webhook(receiver.url);
    for (let n = 0; n < 6; n++) await program.publish();
    await expect
      .poll(async () => (await program.deliveriesTo(webhook)).filter(wasTried).length)
      .toBe(6);
    await page.goto("/");
  });

  test("receiver, start and cause are one click from the overview", async ({ page, receiver }) => {
    const budget = new InteractionBudget(page);
    await expect(incident(page, receiver)).toContainText(/HTTP 503 · since \d/);
    await budget.click(incident(page, receiver).getByRole("link", { name: /open its failed/ }));
    await expect(filter(page, `Webhook: ${hostOf(receiver)}`)).toBeVisible();
    await expect(filter(page, /^Time: .*\d/)).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "HTTP 503" })).toHaveCount(6);
    budget.expectAtMost({ clicks: 1 });
  });

  test("the last response is one click from the overview", async ({ page, receiver }) => {
    const budget = new InteractionBudget(page);
    const last = incident(page, receiver).getByRole("link", { name: /^Last response · HTTP 503/ });
    await expect(last).toContainText(overloaded.body);
    await budget.click(last);
    await expect(page).toHaveURL(/\/deliveries\/[0-9a-f-]+/);
    await expect(page.getByText("overloaded").first()).toBeVisible();
    budget.expectAtMost({ clicks: 1 });
  });

  test("once it is back, what waits for a retry is sent in two clicks", async ({
    page,
    receiver,
  }) => {
    const budget = new InteractionBudget(page);
    await budget.click(incident(page, receiver).getByRole("link", { name: /^Retry all 6/ }));
    const start = page.getByRole("button", { name: "Retry 6 deliveries" });
    await expect(start).toBeVisible();
    receiver.answer(200);
    receiver.received.length = 0;
    await budget.click(start);
    await expect(page.getByText("Finished", { exact: true })).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("progressbar")).toHaveAttribute("aria-valuetext", "6 of 6");
    budget.expectAtMost({ clicks: 2 });
    expect(receiver.received).toHaveLength(6);
    await page.goto("/");
    await expect(incident(page, receiver)).toHaveCount(0);
  });
});

test.describe("after an outage", () => {
  test("all that failed is sent again in three clicks", async ({
    page,
    api,
    program,
    receiver,
  }) => {
    test.slow();
    await failMany({ program, api, receiver });
    receiver.answer(200);
    receiver.received.length = 0;
    await page.goto("/");
    const budget = new InteractionBudget(page);
    await budget.click(page.getByRole("main").getByRole("link", { name: lost }));
    await budget.click(page.getByRole("button", { name: `Retry ${many}…` }));
    const start = page.getByRole("button", { name: `Retry ${many} deliveries` });
    await expect(start).toBeFocused();
    expect(receiver.received).toEqual([]);
    await budget.click(start);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(
      `Replay of ${many} deliveries`,
    );
    budget.expectAtMost({ clicks: 3 });
    await expect(page.getByText("Finished", { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(receiver.received).toHaveLength(many);
  });

  test("failed deliveries are exported or linked in two clicks or keys", async ({
    page,
    program,
    receiver,
  }) => {
    receiver.answer(410);
    const webhook = await program.webhook(receiver.url);
    const delivery = await program.delivery(webhook, "failed");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(`/deliveries?status=failed&webhook=${webhook}&since=1h`);
    await expect(page.locator(`[data-row="${delivery}"]`)).toBeVisible();
    const budget = new InteractionBudget(page);
    const file = await download(page, () =>
      budget.click(page.getByRole("link", { name: "Export as CSV" })),
    );
    expect(file).toContain(delivery);
    await budget.click(page.getByRole("button", { name: "Copy a link to this view" }));
    await expect(page.getByText("Copied", { exact: true })).toBeAttached();
    budget.expectAtMost({ clicks: 2 });
    const link = await page.evaluate(() => navigator.clipboard.readText());

    const keys = new InteractionBudget(page);
    expect(await download(page, () => keys.press("e"))).toContain(delivery);
    await keys.press("y");
    await expect(page.getByText("Link to this view copied")).toBeAttached();
    keys.expectAtMost({ keys: 2 });

    // A user who opens it tomorrow sees the same hour.
    const words = new Set(new URL(link).searchParams.keys());
    expect(words).toEqual(new Set(["from", "status", "to", "webhook"]));
    await page.goto(link);
    await expect(page.locator(`[data-row="${delivery}"]`)).toBeVisible();
  });
});

function incident(page: Page, receiver: Receiver) {
  return page.getByRole("article").filter({ hasText: hostOf(receiver) });
}

function filter(page: Page, name: string | RegExp) {
  return page.getByRole("button", { name }).first();
}

function wasTried({ attempts }: { attempts: number }): boolean {
  return attempts > 0;
}

async function download(page: Page, act: () => Promise<void>): Promise<string> {
  const begun = page.waitForEvent("download");
  await act();
  return readFile(await (await begun).path(), "utf8");
}

type Means = { program: Program; api: APIRequestContext; receiver: Receiver };

/** Receivers that return 410: the product pauses each after its first failure, so each is resumed for the next. */
async function failMany({ program, api, receiver }: Means): Promise<void> {
  receiver.answer(410);
  const webhooks: string[] = [];
  for (let n = 0; n < many / 2; n++)
    webhooks.push(await program.webhook(`${receiver.url}/${n}`, [lost]));
  const failed = async () => {
    const params = { event: lost, status: "failed", limit: 200 };
    return (await (await api.get("/v1/deliveries", { params })).json()).deliveries.length;
  };
  const resume = (id: string) =>
    api.put(`/v1/webhooks/${id}/settings`, { data: { paused: false } });
  for (const round of [1, 2]) {
    await program.publish(lost);
    await expect.poll(failed).toBe((many / 2) * round);
    for (const id of webhooks) await resume(id);
  }
}
