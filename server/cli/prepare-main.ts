import { databaseUrls } from "@/lib/database-urls";
import { readEnvironment } from "@/lib/env";
import { createDatabase } from "@/server/embedded-postgres/database";
import { reasonOf, withoutValues } from "./error-text";
import { requireDatabase } from "./external-database";
import type { Outcome } from "./prepare-apart";
import { prepareDatabase } from "./prepare-database";

// The argument is the file for the first API key of an embedded Postgres.
const [apiKeyFile] = process.argv.slice(2);
process.send?.(await prepare());
process.disconnect?.();

async function prepare(): Promise<Outcome> {
  try {
    const env = readEnvironment(process.env);
    if (apiKeyFile) await createDatabase(databaseUrls(env).direct);
    const url = await requireDatabase(env);
    const options = apiKeyFile ? { apiKeyFile } : {};
    const { setupToken } = await prepareDatabase(url, env, options);
    return { url, setupToken };
  } catch (error) {
    const refusal = reasonOf(error);
    if (refusal) return { refusal };
    console.error(withoutValues(error));
    return { refusal: "The database could not be prepared. The reason is above." };
  }
}
