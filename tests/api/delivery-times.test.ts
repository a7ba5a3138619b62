import { expect, test } from "vitest";
import { api } from "./client";
import { changeDelivery, loggedIds } from "./delivery-log";
import { account, videoDone, webhook } from "./world";

type Three = [{ id: string }, { id: string }, { id: string }];

test("deliveries are filtered by the time of the end; what has not ended is in every time since its creation", async () => {
  const { key } = await account();
  const now = Date.now();
  const at = (minutesAgo: number) => new Date(now - minutesAgo * 60_000);
  const text = (minutesAgo: number) => at(minutesAgo).toISOString();
  await webhook(key);
  for (let n = 0; n < 3; n++) await api("POST /v1/events", { key, body: videoDone });
  const [failed, delivered, open] = (await loggedIds(key, {})).map((id) => ({ id })) as Three;
  await changeDelivery(failed.id, { status: "failed", createdAt: at(50), finishedAt: at(30) });
  await changeDelivery(delivered.id, {
    status: "delivered",
    createdAt: at(40),
    finishedAt: at(20),
  });
  await changeDelivery(open.id, { createdAt: at(35) });
  const count = async (query: Record<string, string>) => {
    const { body } = await api(`GET /v1/deliveries/count?${new URLSearchParams(query)}`, { key });
    return body.count;
  };
  const expected: [Record<string, string>, { id: string }[]][] = [
    [{ endedFrom: text(20) }, [open, delivered]],
    [{ endedFrom: text(38) }, [open, delivered, failed]],
    [{ endedFrom: text(45) }, [open, delivered, failed]],
    [{ endedFrom: text(10) }, [open]],
    [{ endedTo: text(20) }, [open, failed]],
    [{ endedTo: text(34) }, [open]],
    [{ endedTo: text(35) }, []],
    [{ endedFrom: text(30), endedTo: text(20), status: "failed,delivered" }, [failed]],
    [{ endedFrom: text(10), status: "failed,pending" }, [open]],
    [{ endedFrom: text(60), endedTo: text(5), status: "pending" }, [open]],
  ];
  for (const [query, found] of expected) {
    const asked = JSON.stringify(query);
    expect(await loggedIds(key, query), asked).toEqual(found.map(({ id }) => id));
    expect(await count(query), asked).toBe(found.length);
  }
  const { body } = await api(`GET /v1/deliveries?endedFrom=${text(45)}&limit=1`, { key });
  const next = await loggedIds(key, { endedFrom: text(45), cursor: body.nextCursor });
  expect(next).toEqual([delivered.id, failed.id]);
  const filter = { endedFrom: text(25), endedTo: text(10) };
  const replay = await api("POST /v1/replays", { key, body: { filter, dryRun: true } });
  expect(replay.body).toMatchObject({ total: 2, filter });
});

test.each([
  ["since=2026-11-20T00:00:00Z&from=2026-11-20T00:00:00Z", "from", "since or from, not both"],
  ["from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z", "to", "after that of since or from"],
  ["since=2026-11-21T00:00:00Z&to=2026-11-21T00:00:00Z", "to", "after that of since or from"],
  [
    "endedFrom=2026-11-21T00:00:00Z&endedTo=2026-11-21T00:00:00Z",
    "endedTo",
    "after that of endedFrom",
  ],
])("refuses the times %s", async (query, path, words) => {
  const { key } = await account();
  const { status, body } = await api(`GET /v1/deliveries?${query}`, { key });
  expect([status, body.code]).toEqual([400, 40000]);
  expect(body.issues).toEqual([{ path, message: expect.stringContaining(words) }]);
  expect(body.message).toContain(words);
});
