import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { holdScripts } from "./hold-scripts";
import { rows } from "./log-page";

const chart = "Time in the chart; Enter shows its deliveries";

test("dragging over the histogram chooses its time, and Back gives it up again", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  for (let n = 0; n < 3; n++) await program.publish();
  const address = `/webhooks/${id}/deliveries`;
  await page.goto(address);
  await expect(series(page, "Delivered 3")).toBeVisible();

  const slider = page.getByRole("slider", { name: chart });
  const box = (await slider.boundingBox())!;
  await page.mouse.move(box.x + 1, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect(page).toHaveURL(/\?from=/);
  await expect(page.getByRole("button", { name: /^Time: since / })).toBeVisible();
  await expect(rows(page)).toHaveCount(3);
  await page.goBack();
  await expect(page).toHaveURL(address);

  await slider.focus();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\?from=.+&to=/);
  await expect(page.getByRole("heading", { name: "No delivery matches" })).toBeVisible();
});

test("the histogram says which time it covers, if that is longer than the chosen one", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  const chosen = (from: string, to: string) =>
    page.goto(`/webhooks/${id}/deliveries?from=${from}&to=${to}`);
  await chosen("2026-01-02T10:07:00.000Z", "2026-01-02T14:20:00.000Z");
  await expect(page.getByText("Chart: 2 Jan, 10:00 – 14:30")).toBeVisible();
  const pill = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(pill("Time: 2 Jan, 10:07 – 14:20")).toBeVisible();
  await chosen("2026-01-02T22:30:15.000Z", "2026-01-03T00:30:00.000Z");
  await expect(pill("Time: 2 Jan, 22:30:15 – 3 Jan, 00:30:00")).toBeVisible();
  await chosen("2026-01-02T10:00:00.000Z", "2026-01-02T14:30:00.000Z");
  await expect(page.getByRole("slider", { name: chart })).toBeVisible();
  await expect(page.getByText("Chart: ")).toHaveCount(0);
});

test("the histogram counts what the filters let through, and is not there when it cannot", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(200, 410);
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await program.delivery(id, "failed");
  await page.goto(`/webhooks/${id}/deliveries?status=failed`);
  await expect(series(page, "Failed 1")).toBeVisible();
  await expect(series(page, /^Delivered/)).toHaveCount(0);
  await page.goto(`/webhooks/${id}/deliveries?code=timeout`);
  await expect(series(page, "Delivered 0")).toBeVisible();
  await page.goto(`/webhooks/${id}/deliveries?status=retrying`);
  await expect(series(page, "Retrying 0")).toBeVisible();
  for (const filter of ["q=video-1", "trigger=event", "status=sending"]) {
    await page.goto(`/webhooks/${id}/deliveries?${filter}`);
    await expect(page.getByRole("button", { name: "Export" })).toBeVisible();
    await expect(page.getByRole("slider", { name: chart })).toHaveCount(0);
  }
});

test("clicks before the histogram's code has arrived take effect once it has", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.goto("/settings");
  const release = await holdScripts(page, "Deliveries by the time they ended");
  await page.evaluate((to) => location.assign(to), `/webhooks/${id}/deliveries`);
  await page.waitForURL(/\/deliveries$/, { waitUntil: "commit" });
  await expect
    .poll(async () => {
      await page.keyboard.press("j");
      return rows(page).evaluateAll(([row]) => row === document.activeElement);
    })
    .toBe(true);
  await page.getByRole("slider", { name: chart }).click();
  await page.getByRole("button", { name: "Hide chart" }).click();
  release();
  await expect(page).toHaveURL(/\?from=.+&to=/);
  await expect(page.getByRole("button", { name: "Show chart" })).toBeVisible();
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

test("the histogram can be read as a table", async ({ page, program, receiver }) => {
  test.slow();
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await page.goto(`/webhooks/${id}/deliveries`);
  await page.getByRole("button", { name: "View as table" }).click();
  const table = page.getByRole("table", { name: /Deliveries over time/ });
  await expect(table.getByRole("row")).toHaveCount(32);
  await expect(table.getByRole("link").first()).toHaveAttribute(
    "href",
    /\/deliveries\?from=.+&to=/,
  );
});

test("u copies a row's request for a terminal, and e exports the view", async ({
  page,
  context,
  program,
  receiver,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.addInitScript(copyOnlyInEvents);
  const thrown: Error[] = [];
  page.on("pageerror", (error) => thrown.push(error));
  const id = await program.webhook(receiver.url);
  await program.cancelled(id, 1);
  await program.delivery(id, "delivered");
  await page.goto(`/webhooks/${id}/deliveries`);
  await page.keyboard.press("j");
  await page.keyboard.press("u");
  // Visible text: the one for screen readers has another position.
  await expect(page.getByText("cURL of the last request copied")).toHaveCSS("position", "static");
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl -X POST '${receiver.url}'`);
  expect(command).toContain("-H 'webhook-id: ");
  const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("e")]);
  expect(download.suggestedFilename()).toMatch(/\.csv$/);
  await page.keyboard.press("j");
  await page.keyboard.press("u");
  await expect(
    page.getByText("cURL of the last request could not be copied. No attempt was made."),
  ).toHaveCSS("position", "static");
  expect(thrown).toEqual([]);
});

/** Lets a page copy only while the event of a click or a key is handled, as Safari does. Runs in the page. */
function copyOnlyInEvents(): void {
  for (const name of ["write", "writeText"] as const) {
    const original: (content: never) => Promise<void> = Clipboard.prototype[name];
    Clipboard.prototype[name] = function copy(content: never) {
      return window.event ? original.call(this, content) : Promise.reject(new Error("Too late"));
    };
  }
  document.execCommand = () => false;
}

/** An entry of the legend: name and total. */
function series(page: Page, name: string | RegExp) {
  return page.getByRole("figure").getByRole("button", { name, exact: true });
}
