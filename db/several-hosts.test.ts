import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { freshDatabase } from "@/tests/database";
import { startProxy } from "@/tests/proxy";
import { hostsText, markPooled, parseDatabaseUrl } from "./address";
import { isDatabaseAway } from "./away";
import { openClient } from "./driver";

const { url, sql: other } = await freshDatabase();
const single = { max: 1, limitMs: 20_000 };
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** Returns the URL of the test's database at these hosts. */
function at(...hosts: string[]): string {
  return url.replace(new URL(url).host, hosts.join(","));
}
const { host } = new URL(url);

function open(target: string) {
  const sql = openClient(target, single);
  closers.push(() => sql.end({ timeout: 1 }));
  return sql;
}

async function proxied() {
  const { hostname, port } = new URL(url);
  const proxy = await startProxy({ host: hostname, port: Number(port) });
  closers.push(proxy.close);
  return { proxy, host: `127.0.0.1:${proxy.port}` };
}

function message(type: string, ...texts: (string | Buffer)[]): Buffer {
  const body = Buffer.concat(texts.map((text) => Buffer.from(text as string)));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

/** A server that presents itself as a standby and notes every message after the startup. */
async function startStandby() {
  const statements: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => {
      const parameters = { in_hot_standby: "on", default_transaction_read_only: "off" };
      socket.on("data", (data) => statements.push(data.subarray(0, 1).toString()));
      socket.write(
        Buffer.concat([
          message("R", Buffer.alloc(4)),
          ...Object.entries(parameters).map(([name, value]) => message("S", `${name}\0${value}\0`)),
          message("Z", "I"),
        ]),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, statements };
}

test("a standby is left without a statement, for the primary", async () => {
  const standby = await startStandby();
  const sql = open(at(standby.host, host));
  expect([...(await sql`select pg_is_in_recovery() as standby`)]).toEqual([{ standby: false }]);
  expect(new Set(standby.statements)).toEqual(new Set(["X"]));
});

test("a host that refuses is passed over, in either order", async () => {
  const { proxy, host: refusing } = await proxied();
  proxy.cut();
  for (const target of [at(refusing, host), at(host, refusing)]) {
    expect(await open(target)`select 1`).toHaveLength(1);
  }
});

test("a connection that is lost moves to the other host, and the pool remembers it", async () => {
  const first = await proxied();
  const second = await proxied();
  const sql = open(at(first.host, second.host));
  await sql`select 1`;
  first.proxy.cut();
  await expect(sql`select 1`).rejects.toSatisfy(isDatabaseAway);
  await sql`select 1`;
  expect(second.proxy.open()).toBe(1);
  const refused = first.proxy.refused();
  second.proxy.cut();
  second.proxy.mend();
  await sql`select 1`.catch(() => null);
  await sql`select 1`;
  expect(first.proxy.refused()).toBe(refused);
});

test("without a primary a statement fails, and the next one finds the new primary", async () => {
  const standby = await startStandby();
  const later = await proxied();
  later.proxy.cut();
  const sql = open(at(standby.host, later.host));
  const failure = await sql`select 1`.catch((error: unknown) => error);
  expect(isDatabaseAway(failure)).toBe(true);
  later.proxy.mend();
  expect(await sql`select 1`).toHaveLength(1);

  const onlyStandbys = open(at(standby.host, standby.host));
  await expect(onlyStandbys`select 1`).rejects.toMatchObject({ code: "TARGET_SESSION_ATTRS" });
});

test("a server that has become read-only is left after one statement", async () => {
  const sql = open(at(host, host));
  await other`create table written (id int)`;
  const [before] = await sql`select pg_backend_pid() as pid`;
  await sql`set default_transaction_read_only = on`;
  await sql`insert into written values (1)`;
  const [after] = await sql`select pg_backend_pid() as pid`;
  expect(after?.pid).not.toBe(before?.pid);

  await sql.begin(async (tx) => {
    await tx`set local default_transaction_read_only = on`;
    await tx`select 1`;
  });
  expect(await sql`insert into written values (2)`).toMatchObject({ count: 1 });
});

test("ending a pool does not wait for hosts that are not reached yet", async () => {
  const silent = await proxied();
  silent.proxy.silence();
  const sql = open(at(silent.host, silent.host));
  const waiting = sql`select 1`.catch((error: unknown) => error);
  await sql.end({ timeout: 0 });
  expect(isDatabaseAway(await waiting)).toBe(true);
});

test("addresses name their hosts, whether they list several or lead to PgBouncer", () => {
  const one = parseDatabaseUrl("postgres://user:p%40ss@db.example/postback?sslmode=require");
  expect(one?.hosts).toEqual([{ host: "db.example", port: 5432 }]);
  const several = parseDatabaseUrl("postgresql://user:a@b@one:5433,[2001:db8::1]:5434,two/name");
  expect(several && hostsText(several)).toBe("one:5433, 2001:db8::1:5434, two:5432");
  expect(several?.firstUrl.hostname).toBe("one");
  expect(parseDatabaseUrl(markPooled(at(host)))).toMatchObject({ isPooled: true });
  expect(parseDatabaseUrl(markPooled(`${at(host)}?sslmode=disable`))?.firstUrl.search).toBe(
    "?sslmode=disable",
  );
  expect(parseDatabaseUrl("mysql://localhost")).toBeNull();
  expect(parseDatabaseUrl("postgres://one:5432,two:port/name")).toBeNull();
});
