import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { type Figure, median } from "../measure";

const rounds = 5;
/** A person presses no sooner after the pointer has reached a link. The page is prefetched meanwhile. */
const aimMs = 100;
/** Each page with what shows that its data is there. */
const steps = [
  { to: "/deliveries", heading: "Deliveries", data: "main a[data-row]" },
  { to: "/webhooks", heading: "Webhooks", data: "main tbody a[href^='/webhooks/']" },
  { to: "/audit", heading: "Audit", data: "main tbody tr:not([aria-hidden])" },
  { to: "/", heading: "Overview", data: "main section[aria-label^='Figures']" },
] as const;

/** Points at links of the navigation and follows them: time from the click to the heading of the next page, and to its data. */
export async function navigation(page: Page): Promise<Figure[]> {
  await page.goto("/", { waitUntil: "load" });
  const seen = steps.map(() => ({ heading: [] as number[], data: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [n, step] of steps.entries()) {
      const took = await follow(page, step);
      seen[n]?.heading.push(took.headingMs);
      seen[n]?.data.push(took.dataMs);
    }
  }
  return steps.flatMap(({ to }, n): Figure[] => {
    const row = `to ${to}`;
    const [heading, data] = [median(seen[n]?.heading ?? []), median(seen[n]?.data ?? [])];
    return [
      { row, what: "heading", figure: heading, unit: "ms", goal: { of: "figure", atMost: 150 } },
      { row, what: "data", figure: data, unit: "ms", goal: { of: "figure", atMost: 600 } },
    ];
  });
}

async function follow(page: Page, step: (typeof steps)[number]) {
  await page.hover(`nav a[href="${step.to}"]`);
  await delay(aimMs);
  return page.evaluate(
    ({ to, heading, data }) =>
      new Promise<{ headingMs: number; dataMs: number }>((resolve) => {
        const startedMs = performance.now();
        let headingMs: number | undefined;
        const look = () => {
          const nowMs = performance.now() - startedMs;
          const isThere = document.querySelector("main h1")?.textContent === heading;
          if (isThere) headingMs ??= nowMs;
          if (headingMs !== undefined && document.querySelector(data)) {
            resolve({ headingMs, dataMs: nowMs });
          } else requestAnimationFrame(look);
        };
        document.querySelector<HTMLElement>(`nav a[href="${to}"]`)?.click();
        look();
      }),
    step,
  );
}
