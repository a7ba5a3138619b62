import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";
import { admin } from "./sign-in";

test("a secret is rotated with an overlap, which ends by a click", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  const old = (await (await api.get(`/v1/webhooks/${id}/secret`)).json()).secret;
  await page.goto(`/webhooks/${id}/settings`);

  await page.getByRole("link", { name: "Signing" }).click();
  await expect(page.getByRole("radio", { name: "24 hours" })).toBeChecked();
  await page.getByRole("button", { name: "Reveal signing secret" }).click();
  await expect(page.getByText(old)).toBeVisible();
  await page.getByRole("button", { name: "Rotate secret" }).dblclick();

  await expect(page.getByText("Secret rotated")).toBeVisible();
  await expect(page.getByText("The old secret still signs")).toBeVisible();
  const fresh = (await (await api.get(`/v1/webhooks/${id}/secret`)).json()).secret;
  expect(fresh).not.toBe(old);
  await expect(page.getByText(fresh)).toBeVisible();
  await expect(page.getByText(old)).toBeHidden();
  await expectAccessible(page);
  await program.publish();
  expect((await receiver.next()).headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);

  await page.getByRole("button", { name: "End now" }).click();
  await expect(page.getByText("The old secret still signs")).toBeHidden();
  await program.publish();
  expect((await receiver.next()).headers["webhook-signature"]).toMatch(/^v1,\S+$/);
});

test("after two rotations, the page counts the old secrets that still sign, and ends all of them", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await api.post(`/v1/webhooks/${id}/secret/rotate`, { data: { overlapSeconds: 3600 } });
  await api.post(`/v1/webhooks/${id}/secret/rotate`, { data: { overlapSeconds: 86_400 } });
  await program.publish();
  expect((await receiver.next()).headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+ v1,\S+$/);

  await page.goto(`/webhooks/${id}/signing`);
  await expect(page.getByText("2 old secrets still sign")).toBeVisible();
  await expect(page.getByText(/^The last expires in 24\sh, at /)).toBeVisible();
  await page.getByRole("button", { name: "End all now" }).click();
  await expect(page.getByText("old secrets still sign")).toBeHidden();
  await program.publish();
  expect((await receiver.next()).headers["webhook-signature"]).toMatch(/^v1,\S+$/);
});

test("the secret is shown on request only, and a public key beside it", async ({
  page,
  api,
  program,
}) => {
  const id = await program.webhook("https://hooks.example/");
  await page.goto(`/webhooks/${id}/signing`);
  const { secret } = await (await api.get(`/v1/webhooks/${id}/secret`)).json();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole("button", { name: "Reveal signing secret" }).click();
  await expect(page.getByText(secret)).toBeVisible();
  await page.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText(secret)).toBeHidden();

  await page.getByRole("button", { name: "Enable v1a signatures" }).click();
  await expect(page.getByText(/^whpk_/)).toBeVisible();
  await page.getByRole("button", { name: "Disable v1a signatures" }).click();
  await expect(page.getByText(/^whpk_/)).toBeHidden();
});

test("revealing a secret asks for the password if it was not confirmed recently", async ({
  page,
  api,
  program,
}) => {
  const id = await program.webhook("https://hooks.example/");
  const { secret } = await (await api.get(`/v1/webhooks/${id}/secret`)).json();
  const refusal = { status: 403, json: { code: 40302, message: "Confirm the password." } };
  await page.route(`**/v1/webhooks/${id}/secret`, (route) => route.fulfill(refusal), { times: 1 });
  await page.goto(`/webhooks/${id}/signing`);
  await page.getByRole("button", { name: "Reveal signing secret" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm your password" });
  await dialog.getByLabel("Password", { exact: true }).fill("wrong");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog.getByText("This is not the password").first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByLabel("Password", { exact: true }).fill(admin.password);
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText(secret)).toBeVisible();
  await expect(dialog).toBeHidden();
});

test("a received request can be checked, with the reason of a mismatch", async ({
  page,
  program,
  receiver,
}) => {
  const id = await program.webhook(receiver.url);
  await program.publish();
  const { headers, body } = await receiver.next();
  const names = ["webhook-id", "webhook-timestamp", "webhook-signature"];
  await page.goto(`/webhooks/${id}/signing`);
  await page
    .getByLabel("Headers")
    .fill(names.map((name) => `${name}: ${headers[name]}`).join("\n"));
  await page.getByLabel("Body").fill(body);
  await page.getByRole("button", { name: "Check signature" }).click();
  await expect(page.getByText("The signature is valid")).toBeVisible();
  await page.getByLabel("Body").fill(JSON.stringify(JSON.parse(body), null, 2));
  await expect(page.getByText("The signature is valid")).toBeHidden();
  await page.getByRole("button", { name: "Check signature" }).click();
  await expect(page.getByText("The signature is not valid")).toBeVisible();
  await expect(page.getByText(/verify the bytes as they came/)).toBeVisible();
});

test("how to verify is there in five languages", async ({ page, program }) => {
  const id = await program.webhook("https://hooks.example/");
  await page.goto(`/webhooks/${id}/signing`);
  for (const [name, text] of Object.entries({
    Node: "timingSafeEqual",
    Python: "hmac.compare_digest",
    Go: "hmac.Equal",
    Ruby: "OpenSSL.secure_compare",
    PHP: "hash_equals",
  })) {
    await page.getByRole("radio", { name }).check();
    await expect(page.getByRole("region", { name: `verification code for ${name}` })).toContainText(
      text,
    );
  }
  await expectAccessible(page);
});
