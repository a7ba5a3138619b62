import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import postgres from "postgres";
import type { TestProject } from "vitest/node";
import { migrate } from "@/db/migrate";
import { startEmbeddedPostgres } from "@/server/embedded-postgres/start";

declare module "vitest" {
  interface ProvidedContext {
    /** A server on which tests may create databases, and the one to copy. */
    postgres: { url: string; template: string };
  }
}

let tearDown: (() => Promise<void>) | undefined;
export const teardown = () => tearDown?.();

/** One Postgres for the whole run, or the one that `TEST_DATABASE_URL` names; migrated once. */
export async function setup(project: TestProject): Promise<void> {
  const server = process.env.TEST_DATABASE_URL
    ? { url: process.env.TEST_DATABASE_URL, async stop() {} }
    : await startTemporary();
  const sql = postgres(server.url, { max: 1, onnotice() {} });
  const template = `postback_template_${process.pid}`;
  await sql.unsafe(`create database ${template}`);
  await migrate(onDatabase(server.url, template));
  project.provide("postgres", { url: server.url, template });

  tearDown = async () => {
    await sql.unsafe(`drop database ${template} with (force)`);
    await sql.end();
    await server.stop();
  };
}

async function startTemporary() {
  const dir = await mkdtemp(path.join(tmpdir(), "postback-tests-"));
  // The server's own account must be able to pass through.
  await chmod(dir, 0o711);
  const server = await startEmbeddedPostgres({ dir, settings: fastAndLoose });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Nothing here outlives the run, so nothing need survive a crash of the machine. */
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
