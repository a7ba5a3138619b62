import { readFile } from "node:fs/promises";
import postgres from "postgres";
import { openClient } from "@/db/driver";
import type { Folder } from "./folder";

const duplicateDatabase = "42P04";

/** Returns the URL of the product's database on the embedded Postgres at `port`, created when it is missing. */
export async function databaseAddress(folder: Folder, port: number): Promise<string> {
  const password = await readFile(folder.password, "utf8");
  const url = `postgres://postback:${password}@127.0.0.1:${port}/postback`;
  await createDatabase(url);
  return url;
}

async function createDatabase(url: string): Promise<void> {
  const sql = openClient(url, { max: 1, database: "postgres", limitMs: 30_000 });
  try {
    const found = await sql`select from pg_database where datname = 'postback'`;
    if (found.length === 0) await sql`create database postback`;
  } catch (error) {
    // A product and a command that start together both find it missing.
    if (!(error instanceof postgres.PostgresError && error.code === duplicateDatabase)) throw error;
  } finally {
    await sql.end();
  }
}
