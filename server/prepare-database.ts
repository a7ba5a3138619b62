import postgres from "postgres";
import { connectDatabase } from "@/db/client";
import { migrate } from "@/db/migrate";
import { bootstrap } from "@/lib/bootstrap";
import type { Environment } from "@/lib/env";
import { CannotStart } from "./cannot-start";

/** Brings the tables up to date and lets the first program and the first person in. */
export async function prepareDatabase(
  url: string,
  env: Environment,
  options: { apiKeyFile?: string },
): Promise<{ setupToken: string | null }> {
  await migrate(url).catch(refuse);
  const db = connectDatabase(url, 1);
  return bootstrap(db, env, options).finally(() => db.$client.end());
}

function refuse(error: Error): never {
  const { cause } = error;
  const reason = cause instanceof postgres.PostgresError ? cause.message : error.message;
  throw new CannotStart(`The database could not be brought up to date: ${reason}.`);
}
