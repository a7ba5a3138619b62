import { addressOf, pages } from "@/tests/routes";
import { expect, test } from "./fixtures";

/** All query parameters with invalid values; repeated, empty, and far too long. */
const nonsense = [
  "status=nonsense&event=%00&webhook=x&code=9xx&since=99y&q=%F0%9F%92%A9&trigger=magic&sort=up&d=nope&att=-1",
  "from=yesterday&to=%27%3B--&tz=Mars&view=round&live=maybe&cursor=%25%25&tab=7&a=x&b=1e9&type=&action=%3Cb%3E",
  `status=failed&status=&status=delivered&from=2026-13-45T99:99:99Z&att=1e400&d=${"d".repeat(2000)}`,
  "from=2030-01-01T00:00:00Z&to=2020-01-01T00:00:00Z&webhook=00000000-0000-0000-0000-000000000000",
].map((words) => `?${words}`);
const noIds = ["nope", "%00", "1", "00000000-0000-7000-8000-000000000000", "..%2f..%2fetc"];

test("no query string causes a 5xx", async ({ page, seeded }) => {
  for (const pattern of pages) {
    for (const words of nonsense) {
      const answer = await page.request.get(addressOf(pattern, seeded) + words, {
        maxRedirects: 0,
      });
      expect.soft(answer.status(), `${pattern}${words}`).toBeLessThan(500);
    }
  }
});

test("unknown paths and ids are answered 404", async ({ page }) => {
  for (const pattern of pages.filter((each) => each.includes("["))) {
    for (const id of noIds) {
      const address = pattern.replace(/\[[^\]]+\]/g, id);
      const answer = await page.request.get(address);
      expect.soft(answer.status(), address).toBe(404);
    }
  }
});
