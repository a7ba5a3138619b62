import type { Page } from "@playwright/test";
import { misbehave } from "@/tests/receiver";
import { expect, test } from "./fixtures";

const page5MB = { "content-type": "application/json", "content-length": "5000000" };
const bodies = {
  "5 MB": {
    answer: { status: 500, headers: page5MB, body: Buffer.alloc(5_000_000, "x") },
    shown: /truncated; the full body has 5.0\sMB/,
    holds: "xxxxxxxxxx",
  },
  "JSON of eight thousand levels": {
    answer: { status: 500, body: `${"[".repeat(8000)}${"]".repeat(8000)}` },
    shown: /16\skB/,
    holds: "[",
  },
  "a page that would run a script": {
    answer: {
      status: 500,
      headers: { "content-type": "text/html" },
      body: "</script><script>window.hurt = true</script><img src=x onerror='window.hurt = true'>",
    },
    shown: /HTML, shown as text/,
    holds: "<script>window.hurt = true</script>",
  },
  "text that turns around": {
    answer: { status: 500, body: "user\u202Egpj.exe" },
    shown: /\d+\sB/,
    holds: "user⟨U+202E⟩gpj.exe",
  },
  "NUL and other control characters": {
    answer: { status: 500, body: '{"a":"\0\u001b[31m"}' },
    shown: /\d+\sB/,
    holds: "⟨U+0000⟩⟨U+001B⟩[31m",
  },
  "bytes that are no text": {
    answer: { status: 500, body: Buffer.from([0xff, 0xfe, 0x00, 0x80, 0x41]) },
    shown: /5\sB, binary: shown as bytes/,
    holds: "ff fe 00 80 41",
  },
};

for (const [name, { answer, shown, holds }] of Object.entries(bodies)) {
  test(`${name} is shown, and does no harm`, async ({ page, program, receiver }) => {
    receiver.answer(answer);
    const delivery = await program.attempted(await program.webhook(receiver.url));
    await page.goto(`/deliveries/${delivery}`);
    const body = page.getByRole("region", { name: "response body" });
    await expect(body).toContainText(holds);
    await expect(page.getByText(shown).first()).toBeVisible();
    await expectUnharmed(page);
  });
}

test("a URL with invisible characters looks like no other one", async ({ page, program }) => {
  const id = await program.webhook("https://hooks.example/\u202Egpj.exe");
  await page.goto("/webhooks");
  const shown = "hooks.example/%E2%80%AEgpj.exe";
  await expect(page.getByRole("link", { name: shown })).toBeVisible();
  expect(await page.getByRole("main").innerText()).not.toContain("\u202E");
  await page.goto(`/webhooks/${id}/settings`);
  await expect(page.getByText("This URL contains invisible characters")).toContainText(shown);
  await expect(page.getByLabel("Callback URL")).toHaveValue("https://hooks.example/\u202Egpj.exe");
});

test("hostile data of an event is shown, and does no harm", async ({
  page,
  api,
  program,
  receiver,
}) => {
  const webhook = await program.webhook(receiver.url);
  const data = {
    videoId: "</script><script>window.hurt = true</script>\u202E",
    error: "<img src=x onerror='window.hurt = true'>",
  };
  await api.post("/v1/events", { data: { event: "VIDEO_GENERATION_SUCCESS", data } });
  await receiver.next();
  const [delivery] = await program.deliveriesTo(webhook);
  await page.goto(`/deliveries/${delivery!.id}`);
  await expect(page.getByRole("region", { name: "request body" })).toContainText("onerror");
  await expectUnharmed(page);
  await page.goto("/events/published");
  await expect(page.getByRole("row").filter({ hasText: "window.hurt" })).toBeVisible();
  await expectUnharmed(page);
});

test("a truncated response is explained", async ({ page, program, receiver }) => {
  receiver.answer(misbehave.reset);
  const delivery = await program.attempted(await program.webhook(receiver.url));
  await page.goto(`/deliveries/${delivery}`);
  await expect(page.getByText("Attempt 1 got no response.")).toBeVisible();
});

async function expectUnharmed(page: Page): Promise<void> {
  expect(await page.evaluate(() => "hurt" in window)).toBe(false);
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - window.innerWidth,
    seen: window.innerWidth,
  }));
  expect(wide, `of ${seen}`).toBeLessThanOrEqual(0);
}
