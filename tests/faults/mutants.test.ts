import { expect, test } from "vitest";
import type { Edit } from "@/tests/bundle-program";
import { mutate } from "./programs";
import { powerCut } from "./scenarios/power-cut";
import { slowFailures } from "./scenarios/slow-failures";
import { staleResult } from "./scenarios/stale-result";

/** Planted bugs that lose events. The ledger must detect each; otherwise it proves nothing. */
const noFence: Record<200 | 500, Edit> = {
  200: {
    file: "lib/queue/record-delivered.ts",
    from: "and q.attempt = r.attempt\n      and q.lease = r.lease and q.leased",
    to: "",
  },
  500: {
    file: "lib/queue/complete.ts",
    from: "select resume_at from queue\n        where delivery_id = r.delivery_id and attempt = r.attempt and lease = r.lease and leased for update",
    to: "select resume_at from queue where delivery_id = r.delivery_id for update",
  },
};
const doneBeforeSent: Edit = {
  file: "worker/scheduler/dispatcher.ts",
  from: "outcome = await send(claimed, this.#sender);",
  to: `const startedAt = new Date();
      const phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };
      const texts = { error: null, requestHeaders: null, responseHeaders: null, responseBody: null };
      const done = { cause: null, statusCode: 200, durationMs: 0, startedAt, phases, ...texts, truncated: false };
      this.#resultWriter.add(sentResult(claimed, done as never, { kind: "delivered" }));
      outcome = await send(claimed, this.#sender);`,
};
const notDurable: Edit = {
  file: "db/driver.ts",
  from: "idle_in_transaction_session_timeout: 10_000",
  to: 'idle_in_transaction_session_timeout: 10_000, synchronous_commit: "off"',
};

test.each([200, 500] as const)("a %i recorded without a fence is detected", async (status) => {
  const bundle = await mutate([noFence[status]]);
  await expect(staleResult(status, bundle)).rejects.toThrow("the other's lease");
});

test("a result recorded before sending is detected", async () => {
  // Requests in flight at the kill are lost: never sent, or sent and not answered with success.
  await expect(slowFailures(await mutate([doneBeforeSent]))).rejects.toThrow(
    /accepted and lost|but not the receiver/,
  );
});

test("a commit that is not durable is detected", async () => {
  const web = await mutate([notDurable], "server/http/web-main.ts");
  await expect(powerCut(web)).rejects.toThrow("accepted and lost");
});
