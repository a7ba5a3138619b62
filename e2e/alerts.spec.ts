import { Webhook } from "standardwebhooks";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

test("the alert address gets signed health changes, retried after a failure", async ({
  page,
  api,
  program,
  receiver,
}) => {
  receiver.answer(500, 200);
  await page.goto("/alerts");
  await page.getByLabel("Alert URL").fill(receiver.url);
  await page.getByRole("checkbox", { name: /^Paused/ }).check();
  await page.getByRole("button", { name: "Save alerts" }).click();
  await page.getByRole("button", { name: "Send test alert" }).click();
  const test = page.getByRole("row").filter({ hasText: "A test: alerts arrive here." });
  await expect(test).toContainText("127.0.0.1 answered 500. Next attempt");
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  const [first, again] = await receiver.waitFor(2);
  await expect(test).toContainText("HTTP 200 after 2 attempts");
  const result = page.getByRole("status").filter({ hasText: "Test alert" });
  await expect(result).toHaveText(/^Test alert\s*Delivered$/);
  expect(again!.headers["webhook-id"]).toBe(first!.headers["webhook-id"]);

  const id = await program.webhook("https://hooks.example/in?token=hidden");
  await api.put(`/v1/webhooks/${id}/settings`, { data: { paused: true } });
  const { body, headers } = (await receiver.waitFor(3))[2]!;
  const { secret } = await (await api.get("/v1/alerts/secret")).json();
  const signed = { "webhook-id": "", "webhook-timestamp": "", "webhook-signature": "", ...headers };
  expect(new Webhook(secret).verify(body, signed)).toMatchObject({
    event: "webhook.paused",
    data: { webhookId: id, callbackUrl: "https://hooks.example/in" },
  });

  await expect(page.getByRole("row", { name: /hooks.example\/in: Paused manually/ })).toBeVisible();
  await page.getByRole("row").getByRole("link", { name: "Paused" }).click();
  await expect(page).toHaveURL(/\/alerts\?alert=[0-9a-f-]{36}$/);
  await page.reload();
  await expect(page).toHaveTitle("Paused · Alerts · Postback");
  const open = page.getByRole("region", { name: "data" });
  await expect(open).toContainText(`"webhookId": "${id}"`);
  await expect(page.getByRole("link", { name: "hooks.example/in" })).toHaveAttribute(
    "href",
    `/webhooks/${id}`,
  );
  await expectAccessible(page);
  await page.getByRole("link", { name: "Close alert" }).click();
  await expect(page).toHaveURL("/alerts");

  // What another administrator changes leaves what is being typed.
  await page.getByLabel("Alert URL").fill("https://half.typed/");
  await api.put("/v1/alerts", { data: { callbackUrl: receiver.url, kinds: ["webhook.failing"] } });
  await expect(page.getByRole("checkbox", { name: /^Paused/ })).not.toBeChecked();
  await expect(page.getByLabel("Alert URL")).toHaveValue("https://half.typed/");
  await page.getByLabel("Alert URL").fill(receiver.url);

  const heights = ["Send test alert", "Reveal secret", "Stop alerts"].map(async (name) => {
    const box = await page.getByRole("button", { name }).boundingBox();
    return box?.height;
  });
  expect(new Set(await Promise.all(heights)).size).toBe(1);
  await page.getByRole("button", { name: "Stop alerts" }).click();
  await expect(page.getByText("Deletes the URL and its secret.")).toBeVisible();
  await page.getByRole("button", { name: "Keep alerts" }).click();
  await expect(page.getByRole("button", { name: "Stop alerts" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Confirm stop" }).click();
  await expect(page.getByRole("button", { name: "Send test alert" })).toHaveCount(0);
  await expect(page.getByLabel("Alert URL")).toHaveValue("");
});

test("changed alerts are not left without a question", async ({ page }) => {
  await page.goto("/alerts");
  const url = page.getByLabel("Alert URL");
  await url.fill("https://half.typed/");
  await expect(url).toHaveValue("https://half.typed/");
  const question = page.waitForEvent("dialog");
  const click = page.getByRole("link", { name: "Audit" }).click();
  await (await question).dismiss();
  await click;
  await expect(page).toHaveURL("/alerts");
  await expect(url).toHaveValue("https://half.typed/");

  await url.fill("");
  await page.getByRole("link", { name: "Audit" }).click();
  await expect(page).toHaveURL("/audit");
});
