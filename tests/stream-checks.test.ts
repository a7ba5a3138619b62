import { uuidv7 } from "uuidv7";
import { afterAll, describe, expect, test } from "vitest";
import { connectDatabase } from "@/db/client";
import type { Notice } from "@/lib/changes/change";
import { Hub } from "@/lib/changes/hub";
import type { Context } from "@/lib/context";
import { ChangeStream } from "@/lib/http/change-stream";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";
import { freshDatabase } from "./database";
import { makers } from "./make";
import { recordPlans } from "./plans/record";

// The recorder of statements needs a setting of the server.
describe.skipIf(process.env.TEST_DATABASE_URL)("the stream of a key", async () => {
  const { sql, url } = await freshDatabase();
  const [accountId, otherId] = [await makers(sql).account(), await makers(sql).account()];
  const recorded = await recordPlans(url);
  const db = connectDatabase(recorded.url, 1);
  const hub = new Hub(url);
  afterAll(async () => {
    await Promise.all([hub.close(), db.$client.end()]);
    recorded.close();
  });
  const keyId = uuidv7();
  const ctx: Context = {
    db,
    queue: transactionalEventQueue(db),
    accountId,
    actor: { kind: "key", keyId, name: "test" },
    scopes: ["deliveries:read"],
    requestId: "test",
  };

  test("looks its key up when that may have changed, and not for each change of other keys", async () => {
    const ended: string[] = [];
    const stream = new ChangeStream({ ctx, hub, lastId: null, ended: () => ended.push("ended") });
    const others: Notice[] = [
      { kind: "api-keys", account: otherId, ids: [], more: true },
      { kind: "api-keys", account: accountId, ids: [uuidv7()] },
      { kind: "users", ids: [], more: true },
    ];
    const lookUps = await recorded.of(async () => {
      for (const [n, notice] of others.entries()) stream.changed([notice], `${n}`);
      // The key is not stored, so the first look-up ends the stream.
      stream.changed([{ kind: "api-keys", account: accountId, ids: [keyId] }], "last");
      await expect.poll(() => ended).toEqual(["ended"]);
    });
    expect(lookUps).toHaveLength(1);
  });
});
