import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { expectVisibleFocus } from "./keyboard";

const stops = 12;

test.use({ contextOptions: { forcedColors: "active", reducedMotion: "reduce" } });

test.beforeEach(async ({ program, receiver }) => {
  receiver.answer(200, 410);
  const id = await program.webhook(receiver.url);
  await program.delivery(id, "delivered");
  await program.delivery(id, "failed");
});

for (const address of ["/", "/webhooks", "/deliveries", "/events/published", "/audit", "/system"]) {
  test(`${address} works with forced colours and reduced motion`, async ({ page }) => {
    await page.goto(address);
    const places = page.getByRole("navigation", { name: "Main" }).first().getByRole("link");
    const here = await fill(places.and(page.locator("[aria-current]")));
    expect(here).not.toBe(await fill(places.and(page.locator(":not([aria-current])")).first()));
    for (let stop = 0; stop < stops; stop++) {
      await page.keyboard.press("Tab");
      await expectVisibleFocus(page);
    }
    expect(await page.evaluate(endless)).toBe(0);
  });
}

test("states differ in text and icon, bars and their legend in pattern", async ({ page }) => {
  await page.goto("/deliveries");
  const states = ["Delivered", "Failed"].map((word) =>
    page.getByRole("cell", { name: word, exact: true }).first(),
  );
  const signs = await Promise.all(states.map((cell) => cell.locator("svg").innerHTML()));
  expect(new Set(signs).size).toBe(states.length);
  const keys = page.getByRole("main").locator("li > button[aria-pressed] > span > span");
  await expect(keys).not.toHaveCount(0);
  const fills = await Promise.all((await keys.all()).map(fill));
  expect(fills.length).toBeGreaterThanOrEqual(3);
  expect(new Set(fills).size).toBe(fills.length);
});

test("the name of the current page stands on the colour of its link", async ({ page }) => {
  await page.goto("/webhooks");
  const link = page.getByRole("link", { name: "Webhooks", exact: true });
  const [whole, name] = await link.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element.lastChild!);
    return [element, text].map((each) => each.getBoundingClientRect().toJSON());
  });
  expect(await commonest(page, name)).toBe(await commonest(page, whole));
});

type Clip = { x: number; y: number; width: number; height: number };

/** Returns the colour of most pixels in a part of the page. */
async function commonest(page: Page, { x, y, width, height }: Clip): Promise<number | undefined> {
  const picture = [...(await page.screenshot({ clip: { x, y, width, height } }))];
  return page.evaluate(async (bytes) => {
    const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
    const { width, height } = bitmap;
    const drawing = new OffscreenCanvas(width, height).getContext("2d")!;
    drawing.drawImage(bitmap, 0, 0);
    const pixels = new Uint32Array(drawing.getImageData(0, 0, width, height).data.buffer);
    const counts = new Map<number, number>();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const [most] = [...counts].sort(([, a], [, b]) => b - a);
    return most?.[0];
  }, picture);
}

function fill(element: Locator): Promise<string> {
  return element.evaluate((found) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(found);
    return `${backgroundColor} ${backgroundImage}`;
  });
}

/** Number of endless animations. */
function endless(): number {
  const timings = document.getAnimations().map(({ effect }) => effect?.getTiming());
  return timings.filter((timing) => timing?.iterations === Number.POSITIVE_INFINITY).length;
}
