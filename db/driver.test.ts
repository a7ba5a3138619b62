import { expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { startProxy } from "@/tests/proxy";
import { assertDriverPatched, openClient, ping } from "./driver";

const { url, sql: other } = await freshDatabase();
const single = { max: 1, limitMs: 20_000 };

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

test("an unpatched driver is refused with an instruction", () => {
  expect(() => assertDriverPatched({})).toThrow("Run `npm ci`");
  expect(() => assertDriverPatched()).not.toThrow();
});

test("a statement without a response loses its connection, and the next one gets another", async () => {
  const { proxy, url } = await behindProxy();
  const sql = openClient(url, { max: 1, limitMs: 300 });
  const [before] = await sql`select pg_backend_pid() as pid`;
  proxy.forget();
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
  proxy.forget();
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

test("a response that arrived while the process was busy is in time", async () => {
  const sql = openClient(url, { max: 1, limitMs: 100 });
  await sql`select 1`;
  const asked = ping(sql, 100);
  await new Promise((resolve) => setTimeout(resolve, 20));
  const until = performance.now() + 300;
  while (performance.now() < until);
  expect([...((await asked) as object[])]).toHaveLength(1);
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
  const together = Array.from({ length: 3 }, () =>
    sql.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock_shared(1)`;
      await tx`select pg_sleep(0.2)`;
      const [row] = await tx`
        select count(*)::int as n from pg_locks where locktype = 'advisory' and database =
          (select oid from pg_database where datname = current_database())`;
      return row?.n;
    }),
  );
  expect(Math.max(...(await Promise.all(together)))).toBe(3);
  await sql.end();
});
