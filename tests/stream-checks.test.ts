import { sql } from "drizzle-orm";
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
describe.skipIf(process.env.TEST_DATABASE_URL)("the stream", async () => {
  const { sql: own, url } = await freshDatabase();
  const [accountId, otherId] = [await makers(own).account(), await makers(own).account()];
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

  /** Waits for the look-ups that were begun, by one more statement on the only connection. */
  const afterLookUps = () => db.execute(sql`select`);

  test("of a key looks it up when it may have changed, and not for each change of other keys", async () => {
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
      await afterLookUps();
    });
    expect(lookUps).toHaveLength(2);
  });

  test.each([
    ["a member", accountId],
    ["an operator", null],
  ])(
    "of %s looks the person up for changes of people, except in other accounts",
    async (_, ofAccount) => {
      const person = { userId: uuidv7(), email: "a@example.com", role: "viewer" as const };
      const actor = { kind: "user" as const, sessionHash: "none", ...person };
      const ended: string[] = [];
      const options = { hub, lastId: null, ended: () => ended.push("ended") };
      const stream = new ChangeStream({ ctx: { ...ctx, accountId: ofAccount, actor }, ...options });
      const lookUps = await recorded.of(async () => {
        for (const kind of ["session", "sessions", "users"])
          stream.changed([{ kind, account: otherId, ids: [], more: true }], kind);
        // The person is not stored, so the first look-up ends the stream.
        stream.changed([{ kind: "users", ids: [], more: true }], "last");
        await expect.poll(() => ended).toEqual(["ended"]);
        await afterLookUps();
      });
      expect(lookUps).toHaveLength(2);
    },
  );
});
