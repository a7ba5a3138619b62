import { addressOf, pages } from "@/tests/routes";
import { scriptBudget, styleBudget, weigh } from "@/tests/weigh";
import { expect, test } from "./fixtures";

test("no page loads more at first than it may", async ({ product, scenery }) => {
  const cookie = product.session.cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const pattern of pages) {
    const url = product.url + addressOf(pattern, scenery);
    const weight = await weigh(url, pattern === "/login" ? "" : cookie);
    // It leads elsewhere.
    if (!weight) continue;
    expect.soft(weight.scripts, `${pattern}: JavaScript in kB`).toBeLessThan(scriptBudget(pattern));
    expect.soft(weight.styles, `${pattern}: CSS in kB`).toBeLessThan(styleBudget);
    // A page without any is not light: it was not read right.
    expect.soft(Math.min(weight.scripts, weight.styles), pattern).toBeGreaterThan(1);
  }
});
