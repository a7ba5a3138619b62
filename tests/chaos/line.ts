import type { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** Faults of one direction; by default bytes pass unchanged. */
export type Trouble = {
  /** Delays each byte by this many milliseconds, in order. */
  latencyMs?: number;
  /** Bytes per second; a small number makes a slow drip. */
  bytesPerSecond?: number;
  /** Splits the data into pieces of at most this size. */
  sliceBytes?: number;
  /** Holds everything back, including the end of the connection, until the fault ends. */
  silent?: boolean;
  /** Breaks the connection after this many bytes. */
  breakAfterBytes?: number;
  /** How the connection breaks: orderly end or reset. */
  breakBy?: "close" | "reset";
};

type Ends = { from: Socket; to: Socket };

const heldAtMost = 1024 * 1024;
const lookAgainMs = 5;

/** Forwards the bytes of one direction and reads the fault again for each piece. */
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

  /** Returns how many of these bytes may be sent now. */
  function room(length: number): number {
    const { sliceBytes = length, breakAfterBytes = Number.POSITIVE_INFINITY } = trouble();
    const { bytesPerSecond = Number.POSITIVE_INFINITY } = trouble();
    const tick = Math.max(1, Math.floor(bytesPerSecond / 20));
    return Math.min(sliceBytes, tick, Math.max(1, breakAfterBytes - passed));
  }

  async function delayFor(bytes: number): Promise<void> {
    const { bytesPerSecond, sliceBytes } = trouble();
    if (bytesPerSecond) await delay((bytes / bytesPerSecond) * 1000);
    // Otherwise the system would join the pieces again.
    else if (sliceBytes) await delay(1);
  }

  /** Breaks with a short delay: a reset would overtake earlier bytes. */
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
