import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";

test("a row of the log is a sentence, and its delivery a page of headings and terms", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(410);
  const id = await program.webhook(receiver.url);
  const delivery = await program.delivery(id, "failed");
  await page.goto("/deliveries");
  const link = page.locator(`a[data-row="${delivery}"]`);
  await expect(page.getByRole("row").filter({ has: link })).toMatchAriaSnapshot(`
    - row:
      - cell:
        - checkbox /Select delivery of .+, VIDEO_GENERATION_SUCCESS to 127\\.0\\.0\\.1/
      - cell:
        - link /^Failed, VIDEO_GENERATION_SUCCESS to 127\\.0\\.0\\.1.+, HTTP 410/
  `);
  await link.click();
  await expect(page.getByRole("complementary", { name: "Delivery" })).toMatchAriaSnapshot(`
    - complementary "Delivery":
      - button "Close delivery"
      - article:
        - heading /VIDEO_GENERATION_SUCCESS to 127\\.0\\.0\\.1/ [level=2]
        - button "Resend"
        - region "Attempt 1":
          - heading "Response" [level=2]
          - heading "Request" [level=2]
        - region "Attempts":
          - heading "Attempts" [level=2]
          - list:
            - listitem:
              - button /Attempt 1 HTTP 410/
        - region "Details":
          - term: Webhook
          - definition:
            - link /127\\.0\\.0\\.1/
          - term: Created
  `);
});

test("the form for a webhook says what each field is, and groups the events", async ({ page }) => {
  await page.goto("/webhooks/new");
  await expect(page.locator("main form")).toMatchAriaSnapshot(`
    - paragraph: Receives events by POST. Stored exactly as entered, including the query.
    - textbox "Callback URL"
    - button "Check now" [disabled]
    - group "Events":
      - checkbox "AVATAR_TRAINING_SUCCESS Avatar training succeeded"
      - checkbox "AVATAR_TRAINING_FAILED Avatar training failed"
      - checkbox "VIDEO_GENERATION_SUCCESS Video generation succeeded"
      - checkbox "VIDEO_GENERATION_FAILED Video generation failed"
      - button "All events"
      - button "None"
    - group: Label, timeout, limits, headers
    - checkbox "Send a test event One signed sample event, right after the webhook is created." [checked]
    - button "Create webhook"
    - link "Cancel"
  `);
});

test("a screen reader hears the number of matches once, and that a receiver fails", async ({
  page,
  program,
  receiver,
}) => {
  receiver.answer(500);
  const id = await program.webhook(receiver.url);
  await program.attempted(id);
  await page.goto(`/webhooks/${id}/deliveries`);
  const summary = page.getByRole("region", { name: "Matching deliveries" });
  await expect(summary.getByText("1 match", { exact: true }).first()).toBeVisible();
  const heard = await listen(page);
  // Ten failures in a row open the circuit.
  for (let n = 2; n <= 10; n++) {
    await program.publish();
    await expect(summary).toContainText(`${n} matches`);
  }
  await expect.poll(heard).toContain("1 failing");
  expect((await heard()).filter((words) => words.includes("match"))).toEqual([]);

  await page.getByRole("button", { name: "Status" }).click();
  await page
    .getByRole("dialog")
    .getByRole("checkbox", { name: /^Failed.*Not retried any more/ })
    .check();
  await expect.poll(heard).toContain("0 matches");
});

/** Collects what live regions announce from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const words: string[] = [];
    const look = ({ target }: MutationRecord) => {
      const element = target instanceof Element ? target : target.parentElement;
      const region = element?.closest("[role=status], [role=alert], [aria-live]");
      if (region?.textContent) words.push(region.textContent);
    };
    const observer = new MutationObserver((records) => records.forEach(look));
    observer.observe(document.body, { subtree: true, childList: true, characterData: true });
    return words;
  });
  return () => heard.jsonValue();
}
