import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** What befalls the bytes of one direction; with nothing said they pass as they come. */
export type Trouble = {
  /** Each byte arrives this much later, in order. */
  latencyMs?: number;
  /** A handful makes a slow drip. */
  bytesPerSecond?: number;
  /** Passed on in pieces no larger than this. */
  sliceBytes?: number;
  /** Held back, the end of the connection too, until the trouble is over: the other side hears nothing. */
  silent?: boolean;
  /** The connection breaks once so many bytes of it have passed. */
  breakAfterBytes?: number;
  /** How it breaks then: an orderly end, or a reset. */
  breakBy?: "close" | "reset";
};

type Ends = { from: Socket; to: Socket };

const heldAtMost = 1024 * 1024;
const lookAgainMs = 5;

/** Carries the bytes of one direction; the trouble is asked for anew with each piece. */
export function carry({ from, to }: Ends, trouble: () => Trouble): void {
  let passed = 0;
  let held = 0;
  let line = Promise.resolve();

  async function pass(chunk: Buffer, cameAt: number): Promise<void> {
    for (let rest = chunk; rest.length > 0 && !to.destroyed; ) {
      await untilDue(cameAt);
      const piece = rest.subarray(0, room(rest.length));
      to.write(piece);
      passed += piece.length;
      rest = rest.subarray(piece.length);
      if (passed >= (trouble().breakAfterBytes ?? Number.POSITIVE_INFINITY)) await breakOff();
      await delayFor(piece.length);
    }
    held -= chunk.length;
    if (held <= heldAtMost) from.resume();
  }

  async function untilDue(cameAt: number): Promise<void> {
    const waitMs = cameAt + (trouble().latencyMs ?? 0) - performance.now();
    if (waitMs > 0) await delay(waitMs);
    while (trouble().silent && !to.destroyed) await delay(lookAgainMs);
  }

  /** Of so many bytes, how many may go at once. */
  function room(length: number): number {
    const { sliceBytes = length, breakAfterBytes = Number.POSITIVE_INFINITY } = trouble();
    const { bytesPerSecond = Number.POSITIVE_INFINITY } = trouble();
    const tick = Math.max(1, Math.floor(bytesPerSecond / 20));
    return Math.min(sliceBytes, tick, Math.max(1, breakAfterBytes - passed));
  }

  async function delayFor(bytes: number): Promise<void> {
    const { bytesPerSecond, sliceBytes } = trouble();
    if (bytesPerSecond) await delay((bytes / bytesPerSecond) * 1000);
    // Or the system would join the pieces again.
    else if (sliceBytes) await delay(1);
  }

  /** A moment later: a reset would overtake what it is to come after. */
  async function breakOff(): Promise<void> {
    await delay(lookAgainMs);
    for (const socket of [from, to]) {
      if (trouble().breakBy === "reset") socket.resetAndDestroy();
      else socket.destroySoon();
    }
  }

  from.on("data", (chunk) => {
    held += chunk.length;
    if (held > heldAtMost) from.pause();
    const cameAt = performance.now();
    line = line.then(() => pass(chunk, cameAt));
  });
  from.on("end", () => {
    const cameAt = performance.now();
    line = line.then(() => untilDue(cameAt)).then(() => void to.end());
  });
}
