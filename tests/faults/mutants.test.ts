import { expect, test } from "vitest";
import type { Edit } from "./edited-bundle";
import { mutate } from "./programs";
import { powerCut } from "./scenarios/power-cut";
import { slowFailures } from "./scenarios/slow-failures";
import { staleResult } from "./scenarios/stale-result";

/** What would lose events, and must be seen: a ledger that never complains proves nothing. */
const noFence: Edit = {
  file: "lib/queue/settle.ts",
  from: "where delivery_id = r.delivery_id and attempt = r.attempt and leased for update",
  to: "where delivery_id = r.delivery_id for update",
};
const doneBeforeSent: Edit = {
  file: "worker/dispatch.ts",
  from: "outcome = await send(claimed, this.#sender);",
  to: `const startedAt = new Date();
      const done = { cause: null, statusCode: 200, durationMs: 0, startedAt, phases: {}, truncated: false };
      this.#recorder.add({ claimed, outcome: done as never, fate: { kind: "delivered" } });
      outcome = await send(claimed, this.#sender);`,
};
const notDurable: Edit = {
  file: "db/client.ts",
  from: "statement_timeout: 30_000",
  to: 'statement_timeout: 30_000, synchronous_commit: "off"',
};

test("a result without a fence is seen", async () => {
  await expect(staleResult(await mutate([noFence]))).rejects.toThrow("the other's lease");
});

test("done before sent is seen", async () => {
  // What was under way at the kill is lost: never sent, or sent and not answered with success.
  await expect(slowFailures(await mutate([doneBeforeSent]))).rejects.toThrow(
    /accepted and lost|but not the receiver/,
  );
});

test("a commit that is not durable is seen", async () => {
  const web = await mutate([notDurable], "server/web-main.ts");
  await expect(powerCut(web)).rejects.toThrow("accepted and lost");
});
