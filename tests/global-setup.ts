import { chmod, mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { stopPostgresOnExit } from "./cleanup-on-exit";
import { dataRoot } from "./data-root";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which tests can create databases, and the template database. */
    postgres: { url: string; template: string };
  }
}

type TestServer = { url: string; template: string; tearDown(): Promise<void> };

// Every project loads its own copy of this file, but the server is shared by the whole run.
const shared = globalThis as { postbackTestServer?: Promise<TestServer> };

/** One Postgres for the whole run, or the one of `TEST_DATABASE_URL`; migrated once. */
export function testServer(): Promise<TestServer> {
  shared.postbackTestServer ??= start();
  return shared.postbackTestServer;
}

export async function setup(project: TestProject): Promise<void> {
  const { url, template } = await testServer();
  project.provide("postgres", { url, template });
}

export const teardown = async () => (await testServer()).tearDown();

/** Creates a database as a copy of the migrated template; dropped at the end of the run. */
export async function copyTemplate(suffix: string): Promise<string> {
  const { url, template } = await testServer();
  const name = `${template}_${suffix}`;
  const sql = postgres(url, { max: 1, onnotice() {} });
  await sql
    .unsafe(`create database ${name} template ${template} strategy file_copy`)
    .finally(() => sql.end());
  return onDatabase(url, name);
}

async function start(): Promise<TestServer> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, async stop() {} }
    : await startTemporary();
  const sql = postgres(server.url, { max: 1, onnotice() {} });
  const template = `postback_template_${process.pid}`;
  await sql.unsafe(`create database ${template}`);
  await migrate(onDatabase(server.url, template));

  const tearDown = async () => {
    const made = await sql`select datname from pg_database where starts_with(datname, ${template})`;
    for (const { datname } of made) await sql.unsafe(`drop database ${datname} with (force)`);
    await sql.end();
    await server.stop();
  };
  return { url: server.url, template, tearDown };
}

async function startTemporary() {
  const dir = await mkdtemp(path.join(dataRoot(), "postback-tests-"));
  // The server's own account must be able to traverse the folder.
  await chmod(dir, 0o711);
  stopPostgresOnExit(dir);
  const server = await startEmbeddedPostgres({ dir, settings: fastAndLoose });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Settings without durability: no data outlives the run. */
const fastAndLoose = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
  max_connections: "200",
};

function onDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
