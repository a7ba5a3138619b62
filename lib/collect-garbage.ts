import { Session } from "node:inspector/promises";

/**
 * Collects all garbage of this process, once it has started. V8 sets the limit of its heap by what was alive at the last full
 * collection, and the first one comes only after hundreds of megabytes: see docs/decisions.md, "A process collects its garbage once
 * it has started".
 */
export async function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  await session.post("HeapProfiler.collectGarbage");
  session.disconnect();
}
