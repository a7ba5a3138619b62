import type { Page } from "@playwright/test";
import { type Figure, median, quantile } from "../measure";

const scrollMs = 30_000;
const rowLimit = 50_000;

/** Scrolls the log for a while: frame times, rows passed, and rows in the DOM. */
export async function scroll(page: Page): Promise<Figure[]> {
  await page.goto("/deliveries", { waitUntil: "load" });
  const { frames, rows, drawn } = await page.evaluate(
    async ({ scrollMs, rowLimit }) => {
      const rowOf = () => document.querySelectorAll('[role="row"], tbody tr');
      const indexOf = () =>
        Math.max(0, ...[...rowOf()].map((row) => Number(row.getAttribute("aria-rowindex") ?? 0)));
      const frames: number[] = [];
      const endMs = performance.now() + scrollMs;
      let lastMs = performance.now();
      while (performance.now() < endMs && indexOf() < rowLimit) {
        window.scrollBy(0, 2000);
        for (const part of document.querySelectorAll("[data-scrolls], main [tabindex='0']")) {
          part.scrollBy(0, 2000);
        }
        await new Promise(requestAnimationFrame);
        frames.push(performance.now() - lastMs);
        lastMs = performance.now();
      }
      return { frames, rows: indexOf(), drawn: rowOf().length };
    },
    { scrollMs, rowLimit },
  );
  const row = "scrolling";
  const goal = { of: "figure", atMost: 100 } as const;
  return [
    { row, what: "a frame, median", figure: median(frames), unit: "ms" },
    { row, what: "a frame, p95", figure: quantile(frames, 0.95), unit: "ms", goal },
    { row, what: "rows gone by", figure: rows, unit: "rows" },
    {
      row,
      what: "rows in the page",
      figure: drawn,
      unit: "rows",
      goal: { of: "figure", atMost: 150 },
    },
  ];
}
