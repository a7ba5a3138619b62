import { expect, test } from "./fixtures";

test("its address and events can be changed", async ({ page, api, program, receiver }) => {
  const id = await program.webhook(`${receiver.url}/old`);
  await page.goto(`/webhooks/${id}/settings`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("No changes to save.")).toBeVisible();
  await page.getByLabel("Callback URL").fill(`${receiver.url}/new?token=1`);
  await expect(page.getByText("No changes to save.")).toBeHidden();
  await page.getByLabel("VIDEO_GENERATION_SUCCESS").uncheck();
  await page.getByLabel("AVATAR_TRAINING_SUCCESS").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();

  await expect(page.getByRole("heading", { level: 1 })).toContainText("/new?token=•••");
  expect(await (await api.get(`/v1/webhooks/${id}`)).json()).toMatchObject({
    callbackUrl: `${receiver.url}/new?token=1`,
    events: ["AVATAR_TRAINING_SUCCESS"],
  });
  await program.publish("AVATAR_TRAINING_SUCCESS");
  expect((await receiver.next()).path).toBe("/hook/new?token=1");

  // Customers do not know what a worker is.
  await expect(page.getByLabel("Concurrent requests")).toHaveAccessibleDescription(
    "1 to 64, by each process that sends. Postback may have several.",
  );
  await expect(page.getByRole("main")).not.toContainText("worker");

  await page.getByLabel("Requests per second").fill("-1");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "Requests per second: Give 1 to 1000, or leave the field empty",
  );
  await page.getByLabel("Requests per second").fill("");

  // Changed elsewhere while a label is typed here.
  await page.getByLabel("Label").fill("Studio");
  const settings = `/v1/webhooks/${id}/settings`;
  await api.put(`/v1/webhooks/${id}`, { data: { callbackUrl: `${receiver.url}/elsewhere` } });
  await api.put(settings, { data: { deadlineSeconds: 9 } });
  await expect(page.getByLabel("Callback URL")).toHaveValue(`${receiver.url}/elsewhere`);
  await expect(page.getByLabel("Timeout in seconds")).toHaveValue("9");
  await expect(page.getByLabel("Label")).toHaveValue("Studio");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Studio");
  expect(await (await api.get(settings)).json()).toMatchObject({
    label: "Studio",
    deadlineSeconds: 9,
  });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByText("No changes to save.")).toBeVisible();
});

test("what is typed while its settings are saved is kept, and not lost by a link", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await page.goto(`/webhooks/${id}/settings`);
  const label = page.getByLabel("Label");
  await label.fill("first ");
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/v1/webhooks/*/settings", async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("button", { name: "Saving…" })).toBeVisible();
  await label.press("End");
  await page.keyboard.type("and more ");
  release();
  await expect(page.getByRole("button", { name: "Save changes" })).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("first");
  await expect(label).toHaveValue("first and more ");

  const question = page.waitForEvent("dialog");
  const click = page.getByRole("link", { name: "Signing" }).click();
  await (await question).dismiss();
  await click;
  await expect(page).toHaveURL(`/webhooks/${id}/settings`);
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Saved/ })).toBeVisible();
  await expect(label).toHaveValue("first and more");
  const settings = await (await api.get(`/v1/webhooks/${id}/settings`)).json();
  expect(settings.label).toBe("first and more");
  await page.getByRole("link", { name: "Signing" }).click();
  await expect(page).toHaveURL(`/webhooks/${id}/signing`);
});
