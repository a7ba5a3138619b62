import type { Page } from "@playwright/test";

type Vitals = { lcp: number; cls: number; inp: number };

/** Observes loading and interaction metrics from the first byte on. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Vitals = { lcp: 0, cls: 0, inp: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.lcp = entry.startTime;
    }).observe({ type: "largest-contentful-paint", buffered: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) seen.cls += shift.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
    const events = { type: "event", buffered: true, durationThreshold: 16 };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { interactionId } = entry as PerformanceEntry & { interactionId: number };
        if (interactionId > 0) seen.inp = Math.max(seen.inp, entry.duration);
      }
    }).observe(events);
  });
}

/** Values since the page was loaded, or since `inp` was last read. */
export async function readVitals(page: Page): Promise<Vitals> {
  return page.evaluate(
    () =>
      new Promise<Vitals>((resolve) => {
        // Entries are reported after their frame.
        const { seen } = window as unknown as { seen: Vitals };
        setTimeout(() => {
          resolve({ ...seen });
          seen.inp = 0;
        }, 300);
      }),
  );
}
