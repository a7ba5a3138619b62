import postgres from "postgres";
import { openClient } from "@/db/driver";
import { type Options, type PostgresServer, startPostgres } from "./start-postgres";

const duplicateDatabase = "42P04";

/** Runs the embedded Postgres with the product's database. */
export async function startEmbeddedPostgres(options: Options): Promise<PostgresServer> {
  const server = await startPostgres(options);
  await createDatabase(server.url);
  return server;
}

/** Creates the product's database on the embedded Postgres if it is missing. */
export async function createDatabase(url: string): Promise<void> {
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
