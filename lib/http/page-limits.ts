import { limitedAs } from "@/lib/client-address";
import { env } from "@/lib/env";
import { type Quota, tooMany } from "@/lib/protocol/rate-limit";
import { WindowCounter } from "./window-counter";

const windowSeconds = 60;
/** Rendering a page takes about fifty times as long as sending stored bytes; one page of ten may be rendered. */
const drawnShare = 10;

let counters: { all: WindowCounter; drawn: WindowCounter } | undefined;

/**
 * Counts one page for an address. `isDrawn` marks a page that is rendered for this request: neither stored nor for a
 * session.
 * @throws Problem 42900 over the limit
 */
export function countPage(address: string | undefined, { isDrawn }: { isDrawn: boolean }): void {
  if (address === undefined) return;
  const { PAGES_PER_MINUTE: limit } = env();
  const drawnLimit = Math.ceil(limit / drawnShare);
  counters ??= {
    all: new WindowCounter(limit, windowSeconds),
    drawn: new WindowCounter(drawnLimit, windowSeconds),
  };
  const { all, drawn } = counters;
  refuseWhenOver(all, { name: "pages", limit, windowSeconds }, address);
  if (isDrawn) {
    refuseWhenOver(drawn, { name: "drawn-pages", limit: drawnLimit, windowSeconds }, address);
  }
}

function refuseWhenOver(counter: WindowCounter, quota: Quota, address: string): void {
  const { left, seconds } = counter.add(limitedAs(address), Date.now());
  if (left >= 0) return;
  const message = `Too many page requests from this address. Try again in ${seconds} seconds.`;
  throw tooMany(message, quota, seconds);
}
