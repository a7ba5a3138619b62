import type { Sql, UnsafeQueryOptions } from "postgres";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { freshDatabase } from "@/tests/database";
import { startProxy } from "@/tests/proxy";
import { isDatabaseAway } from "./away";
import { assertDriverPatched, openClient } from "./driver";
import { noteServerVersion } from "./server-version";

const { url, sql: other } = await freshDatabase();
const single = { max: 1, limitMs: 20_000 };

afterEach(() => void vi.unstubAllEnvs());

async function behindProxy() {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  const through = new URL(url);
  through.host = `127.0.0.1:${proxy.port}`;
  return { proxy, url: through.href };
}

test("a query that fails after its first rows leaves no holes in the next one's result", async () => {
  const sql = openClient(url, single);
  const failing = sql`select 10 / (5 - n) as n from generate_series(1, 5) n`;
  const next = sql`select n from generate_series(1, 3) n`;
  await expect(failing).rejects.toThrow("division by zero");
  expect([...(await next)]).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await sql.end();
});

test("a connection lost after its first rows leaves no holes either", async () => {
  const { proxy, url } = await behindProxy();
  const sql = openClient(url, single);
  await sql`select 1`;
  proxy.trouble({ down: { breakAfterBytes: 20_000 } });
  await expect(sql`select repeat('x', 1000) as x from generate_series(1, 100)`).rejects.toThrow();
  proxy.mend();
  expect([...(await sql`select 1 as n`)]).toEqual([{ n: 1 }]);
  await sql.end();
  await proxy.close();
});

test("a connection has the name of its process", async () => {
  vi.stubEnv("POSTBACK_PROCESS", "worker");
  onTestFinished(() => void vi.unstubAllEnvs());
  const sql = openClient(url, single);
  expect(await sql`select current_setting('application_name') as name`).toMatchObject([
    { name: "postback worker" },
  ]);
  await sql.end();
});

test("a connection lost before its first query rejects that query, and nothing else", async () => {
  const { proxy, url } = await behindProxy();
  const sql = openClient(url, single);
  // A driver first reads a list of types, which is longer than this. An unhandled rejection fails the run.
  proxy.trouble({ down: { breakAfterBytes: 2000 } });
  await expect(sql`select 1`).rejects.toThrow();
  proxy.mend();
  expect([...(await sql`select 1 as n`)]).toEqual([{ n: 1 }]);
  await sql.end();
  await proxy.close();
});

test("a pool ends though the limit of a statement has just destroyed its connection", async () => {
  const { proxy, url } = await behindProxy();
  const sql = openClient(url, { max: 1, limitMs: 200 });
  await sql`select 1`;
  proxy.silence();
  await expect(sql`select 1`).rejects.toMatchObject({ code: "STATEMENT_LIMIT" });
  await sql.end();
  await proxy.close();
});

test("connections that only a burst needs are closed while another stays in use", async () => {
  const name = "idle-connections";
  const sql = openClient(url, { max: 4, limitMs: 20_000, idleSeconds: 1 });
  const query = () => sql`select set_config('application_name', ${name}, false), pg_sleep(0.05)`;
  const count = async () => {
    const [row] = await other`
      select count(*)::int as n from pg_stat_activity where application_name = ${name}`;
    return row?.n;
  };
  await Promise.all(Array.from({ length: 4 }, query));
  expect(await count()).toBe(4);
  // Used in turn, each would be used often enough to stay.
  await expect.poll(async () => (await query()) && count()).toBe(1);
  await sql.end();
});

test("an unpatched driver is refused with an instruction", () => {
  expect(() => assertDriverPatched({})).toThrow("Run `npm ci`");
  expect(() => assertDriverPatched()).not.toThrow();
});

test("a statement without a response loses its connection, and the next one gets another", async () => {
  const { proxy, url } = await behindProxy();
  const sql = openClient(url, { max: 1, limitMs: 300 });
  const [before] = await sql`select pg_backend_pid() as pid`;
  proxy.dropFlows();
  await expect(sql`select 1`).rejects.toMatchObject({ code: "STATEMENT_LIMIT" });
  const [after] = await sql`select pg_backend_pid() as pid`;
  expect(after?.pid).not.toBe(before?.pid);
  await sql.end({ timeout: 1 });
  await proxy.close();
});

test("idle and silent connections of the process to that database are replaced too", async () => {
  const { proxy, url } = await behindProxy();
  const prompt = openClient(url, { max: 1, limitMs: 3000 });
  const patient = openClient(url, { max: 2, limitMs: 600_000 });
  await Promise.all([prompt`select 1`, patient`select 1`, patient`select pg_sleep(0.1)`]);
  proxy.dropFlows();
  const silent = patient`select 1`;
  const refused = expect(silent).rejects.toMatchObject({ code: "CONNECTION_DESTROYED" });
  await expect(prompt`select 1`).rejects.toMatchObject({ code: "STATEMENT_LIMIT" });
  await refused;
  expect([...(await Promise.all([patient`select 1 as n`, patient`select 1 as n`])).flat()]).toEqual(
    [{ n: 1 }, { n: 1 }],
  );
  await Promise.all([prompt.end({ timeout: 1 }), patient.end({ timeout: 1 })]);
  await proxy.close();
});

test("the server cancels a slow statement first, and the connection stays", async () => {
  const sql = openClient(url, { max: 1, limitMs: 1000 });
  const [before] = await sql`select pg_backend_pid() as pid`;
  await expect(sql`select pg_sleep(30)`).rejects.toMatchObject({ code: "57014" });
  const [after] = await sql`select pg_backend_pid() as pid`;
  expect(after?.pid).toBe(before?.pid);
  await sql.end();
});

test.skipIf(process.platform === "win32")(
  "a statement ends soon after its client is gone",
  async () => {
    const sql = openClient(url, { max: 1, limitMs: 600_000 });
    const [session] = await sql`select pg_backend_pid() as pid`;
    const lost = sql`select pg_sleep(300)`.catch((error: unknown) => isDatabaseAway(error));
    const running = async () => {
      const rows = await other`
      select from pg_stat_activity where pid = ${session?.pid} and query ~ 'pg_sleep'`;
      return rows.length;
    };
    await expect.poll(running).toBe(1);
    await sql.end({ timeout: 0 });
    expect(await lost).toBe(true);
    await expect.poll(running).toBe(0);
  },
);

test("a response that arrived while the process was busy is in time", async () => {
  const sql = openClient(url, single);
  const [session] = await sql`select pg_backend_pid() as pid`;
  const options: UnsafeQueryOptions & { limit: number } = { limit: 300 };
  const asked = sql.unsafe("select pg_sleep(0.2)", [], options).then((rows) => rows.length);
  const running = () => other`
    select from pg_stat_activity where pid = ${session?.pid} and state = 'active' and query ~ 'pg_sleep'`;
  while ((await running()).length === 0);
  // The response arrives before this ends, and the limit passes.
  const until = performance.now() + 600;
  while (performance.now() < until);
  expect(await asked).toBe(1);
  await sql.end();
});

test("a connection that ends during an idle transaction is replaced in the pool", async () => {
  const sql = openClient(url, { max: 3, limitMs: 20_000 });
  const end = (pid: number) => other`select pg_terminate_backend(${pid})`;
  for (let round = 0; round < 20; round++) {
    const lost = sql.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`;
      await (round % 2 ? end(row?.pid) : Promise.race([end(row?.pid), null]));
      await tx`select ${round}::int`;
    });
    await lost.catch(() => null);
  }
  // All three at once: each waits until the others have arrived.
  const pids: number[] = [];
  let meet = () => {};
  const together = new Promise<void>((resolve) => {
    meet = resolve;
  });
  const begun = Array.from({ length: 3 }, () =>
    sql.begin(async (tx) => {
      const [row] = await tx`select pg_backend_pid() as pid`;
      if (pids.push(row?.pid) === 3) meet();
      await together;
    }),
  );
  await Promise.all(begun);
  expect(new Set(pids).size).toBe(3);
  await sql.end();
});

describe("the time limit of a transaction", () => {
  const limitOf = async (client: Sql) => {
    const [row] = await client`select current_setting('transaction_timeout') as limit`;
    await client.end();
    return row?.limit;
  };

  test("is twice that of a statement, at least 30 s, and none for unlimited statements", async () => {
    await other`select 1`;
    expect(await limitOf(openClient(url, { max: 1, limitMs: 20_000 }))).toBe("40s");
    expect(await limitOf(openClient(url, { max: 1, limitMs: 2000 }))).toBe("30s");
    expect(await limitOf(openClient(url, { max: 1, limitMs: null }))).toBe("0");
  });

  test("is known to the first connection of a child process", async () => {
    const named = url.replace("127.0.0.1", "localhost");
    const { host } = new URL(named);
    vi.stubEnv("POSTBACK_POSTGRES_VERSION", `${host} 18`);
    expect(await limitOf(openClient(named, { max: 1, limitMs: 2000 }))).toBe("30s");
  });

  test.each(["15.13", "16.9 (Debian 16.9-1)"])("is not sent to Postgres %s", (version) => {
    const old = `postgres://user:pass@${version.slice(0, 2)}.old.example:5432/postback`;
    noteServerVersion(old, version);
    const client = openClient(old, { max: 1, limitMs: 2000 });
    expect(client.options.connection).not.toHaveProperty("transaction_timeout");
    expect(client.options.connection).toHaveProperty("statement_timeout");
  });

  test("releases the locks of a transaction that never ends", async () => {
    const settings = { transaction_timeout: 500 };
    const client = openClient(url, { ...single, settings });
    await other`create table held (id int)`;
    await other`insert into held values (1)`;
    let locked = () => {};
    const isLocked = new Promise<void>((resolve) => {
      locked = resolve;
    });
    const ended = client
      .begin(async (sql) => {
        await sql`select from held for update`;
        locked();
        await new Promise(() => {});
      })
      .catch((error: unknown) => isDatabaseAway(error));
    await isLocked;
    expect(await other`select from held for update`).toHaveLength(1);
    expect(await ended).toBe(true);
    await client.end({ timeout: 1 });
  });
});
