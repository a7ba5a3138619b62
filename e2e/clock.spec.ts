import { expect, test } from "./fixtures";

test("a browser with a wrong clock first renders the same as the server", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(500);
  const id = await program.webhook(receiver.url);
  const delivery = await program.attempted(id);
  await page.clock.install({ time: Date.now() + 5 * 3_600_000 });
  const pages = [
    "/",
    "/webhooks",
    `/webhooks/${id}/deliveries`,
    "/deliveries",
    `/deliveries/${delivery}`,
    "/keys",
  ];
  // If the two differ, React's error fails the test; see `watch`.
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});
