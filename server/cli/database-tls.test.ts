import { appendFile, chmod, chown, copyFile, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openClient } from "@/db/driver";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { folderOf } from "@/server/embedded-postgres/folder";
import { makeAuthority } from "@/tests/certificates";
import { eventually } from "@/tests/eventually";
import { copyTemplate, makeHomeFolder } from "@/tests/home-template";
import { runPostback } from "@/tests/postback";

const [ours, other] = [makeAuthority(), makeAuthority()];
let dir: string;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
const open: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  dir = await makeHomeFolder("postback-tls-");
  await copyTemplate(dir);
  await present(ours.certificate("DNS:localhost"));
  await place(ours.file, "ca.pem");
  const ssl = { ssl_cert_file: "server.pem", ssl_key_file: "server.key", ssl_ca_file: "ca.pem" };
  server = await startEmbeddedPostgres({ dir, settings: { fsync: "off", ssl: "on", ...ssl } });
});
afterEach(async () => {
  for (const end of open.splice(0)) await end();
});
afterAll(async () => {
  await server.stop();
  ours.close();
  other.close();
});

/** Copies a file to where the server reads it, as its owner. */
async function place(file: string, name: string): Promise<void> {
  const { data } = folderOf(dir);
  const { uid, gid } = await stat(data);
  const target = path.join(data, name);
  await copyFile(file, target);
  await chown(target, uid, gid);
  await chmod(target, 0o600);
}

async function present({ certFile, keyFile }: { certFile: string; keyFile: string }) {
  await place(certFile, "server.pem");
  await place(keyFile, "server.key");
}

/** Whether a connection with these parameters is encrypted. */
async function connect(parameters: Record<string, string>, host = "localhost") {
  const sql = client(parameters, host);
  return encrypted(sql);
}

function client(parameters: Record<string, string>, host = "localhost") {
  const url = new URL(server.url);
  url.hostname = host;
  for (const [name, text] of Object.entries(parameters)) url.searchParams.set(name, text);
  const sql = openClient(url.href, { max: 1, limitMs: 5000 });
  open.push(() => sql.end({ timeout: 1 }));
  return sql;
}

async function encrypted(sql: ReturnType<typeof client>) {
  const [row] = await sql`select ssl, pid from pg_stat_ssl where pid = pg_backend_pid()`;
  return row?.ssl;
}

async function reload(): Promise<void> {
  const sql = client({});
  const [{ at } = { at: 0 }] = await sql`select pg_conf_load_time() as at`;
  await sql`select pg_reload_conf()`;
  await eventually(async () => {
    const [now] = await client({})`select pg_conf_load_time() as at`;
    expect(now?.at).not.toEqual(at);
  });
}

test("sslmode has the meaning of libpq", async () => {
  const root = { sslrootcert: ours.file };
  expect(await connect({})).toBe(false);
  expect(await connect({ sslmode: "disable", ...root })).toBe(false);
  for (const sslmode of ["prefer", "require"]) expect(await connect({ sslmode })).toBe(true);
  for (const sslmode of ["require", "verify-ca", "verify-full"])
    expect(await connect({ sslmode, ...root })).toBe(true);
  expect(await connect(root)).toBe(true);

  const foreign = { sslrootcert: other.file };
  for (const sslmode of ["require", "verify-ca", "verify-full"])
    await expect(connect({ sslmode, ...foreign })).rejects.toThrow(/certificate/);
  // Without a file, the authorities that Node knows.
  for (const sslmode of ["verify-ca", "verify-full"])
    await expect(connect({ sslmode })).rejects.toThrow(/certificate/);
});

test("verify-full compares the name or the address of the host, verify-ca neither", async () => {
  const root = { sslrootcert: ours.file };
  const address = "127.0.0.1";
  expect(await connect({ sslmode: "verify-ca", ...root }, address)).toBe(true);
  await expect(connect({ sslmode: "verify-full", ...root }, address)).rejects.toThrow(
    /does not match.*IP: 127\.0\.0\.1/,
  );
  await present(ours.certificate("IP:127.0.0.1"));
  await reload();
  expect(await connect({ sslmode: "verify-full", ...root }, address)).toBe(true);
  await expect(connect({ sslmode: "verify-full", ...root })).rejects.toThrow(/does not match/);
  await present(ours.certificate("DNS:localhost"));
  await reload();
});

test("a client certificate is shown to the server", async () => {
  const hba = path.join(folderOf(dir).data, "pg_hba.conf");
  const before = await readFile(hba, "utf8");
  await writeFile(hba, `hostssl all all all scram-sha-256 clientcert=verify-ca\n${before}`);
  await reload();
  const { certFile: sslcert, keyFile: sslkey } = ours.certificate("DNS:client");
  const modes = [{ sslmode: "require" }, { sslmode: "verify-full", sslrootcert: ours.file }];
  for (const mode of modes) {
    expect(await connect({ ...mode, sslcert, sslkey })).toBe(true);
    await expect(connect(mode)).rejects.toThrow("requires a valid client certificate");
  }
  await writeFile(hba, before);
  await reload();
});

test("an error says what to do when pg_hba.conf refuses the connection", async () => {
  const hba = path.join(folderOf(dir).data, "pg_hba.conf");
  const before = await readFile(hba, "utf8");
  const apply = async (rules: string) => {
    await writeFile(hba, rules);
    process.kill(server.pid, "SIGHUP");
  };
  const refusal = (query: string) =>
    runPostback(["migrate"], { DATABASE_URL: `${server.url}?${query}` }).stderr;
  await apply("hostssl all all all scram-sha-256 clientcert=verify-ca\n");
  await eventually(() => {
    expect(refusal("sslmode=disable")).toContain(
      "no encryption. If it accepts encrypted connections only, add sslmode=verify-full to the URL.",
    );
  });
  expect(refusal("sslmode=require")).toContain(
    "Name one and its key in the parameters sslcert and sslkey of the URL.",
  );
  await apply(`host all rejected all reject\n${before}`);
  await eventually(() => connect({}));
  const url = new URL(server.url);
  url.username = "rejected";
  url.search = "?sslmode=require";
  expect(runPostback(["migrate"], { DATABASE_URL: url.href }).stderr).toContain(
    "Check the user, and the rules in pg_hba.conf there.",
  );
  await apply(before);
});

test("the next connection reads files that were replaced, and does without while they are gone", async () => {
  const file = path.join(dir, "authorities.pem");
  await copyFile(ours.file, file);
  const sql = client({ sslmode: "verify-full", sslrootcert: file });
  const reconnect = async () => {
    await client({})`
      select pg_terminate_backend(a.pid) from pg_stat_activity a join pg_stat_ssl s using (pid)
      where s.ssl and a.pid <> pg_backend_pid()`;
    return eventually(() => encrypted(sql));
  };
  expect(await encrypted(sql)).toBe(true);
  await present(other.certificate("DNS:localhost"));
  await reload();
  await appendFile(file, other.pem);
  expect(await reconnect()).toBe(true);
  await writeFile(file, "");
  expect(await reconnect()).toBe(true);
  await present(ours.certificate("DNS:localhost"));
  await reload();
});
