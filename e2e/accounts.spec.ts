import { randomUUID } from "node:crypto";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

// With a second account every other test would have to name the account of its webhooks.
test.use({ world: "accounts" });

test("an account is created and renamed, and its secret revealed on request only", async ({
  page,
}) => {
  const [name, renamed] = [`Studio ${randomUUID()}`, `Atelier ${randomUUID()}`];
  await page.goto("/accounts");
  await page.getByRole("button", { name: "New account" }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: `Rename ${name}` }).click();
  await page.getByRole("dialog").getByLabel("Name").fill(renamed);
  await page.getByRole("button", { name: "Rename account" }).click();
  const row = page.getByRole("row").filter({ hasText: renamed });
  await row.getByRole("button", { name: `Signing secret of ${renamed}` }).click();
  expect(await page.content()).not.toContain("whsec_");
  await page.getByRole("button", { name: "Reveal secret" }).click();
  await expect(page.getByRole("region", { name: "account secret" })).toContainText("whsec_");
  await expectAccessible(page);
});

test("an account's publishing limits are set, and its usage is shown", async ({ page, api }) => {
  const name = `Studio ${randomUUID()}`;
  const { id } = await (await api.post("/v1/accounts", { data: { name } })).json();
  const event = {
    event: "VIDEO_GENERATION_SUCCESS",
    data: { videoId: randomUUID() },
    accountId: id,
  };
  await api.post("/v1/events", { data: event });
  await page.goto("/accounts");
  await page.getByRole("button", { name: `Limits of ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Publishing limits" });
  await expect(dialog.getByRole("definition").first()).toContainText(/1 of 50,000,000 events/);
  await expect(dialog.getByLabel("Events per second")).toHaveAttribute("placeholder", "500");
  await expectAccessible(page);

  await dialog.getByLabel("Burst").fill("0");
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Give 1 to 1,000,000 events");
  await dialog.getByLabel("Burst").fill("2");
  await dialog.getByLabel("Events per day").fill("4");
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole("button", { name: `Limits of ${name}` }).click();
  await expect(dialog.getByRole("definition").first()).toContainText(/1 of 4 events/);
  await expect(dialog.getByLabel("Burst")).toHaveValue("2");
  await dialog.getByLabel("Events per day").fill("");
  await dialog.getByRole("button", { name: "Save limits" }).click();
  await expect(dialog).toBeHidden();
  const { eventsPerDay, burst } = await (await api.get(`/v1/accounts/${id}/limits`)).json();
  expect([eventsPerDay, burst]).toEqual([50_000_000, 2]);
});
