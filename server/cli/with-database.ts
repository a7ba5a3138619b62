import { existsSync } from "node:fs";
import path from "node:path";
import { connectDatabase, type Database } from "@/db/client";
import { checkSchema, createOrCheckSchema } from "@/db/migrate";
import { SchemaTooOld } from "@/db/schema-version";
import { createDatabase, startEmbeddedPostgres } from "@/server/embedded-postgres/database";
import { databaseAddress, folderOf, readPassword } from "@/server/embedded-postgres/folder";
import { findRunning } from "@/server/embedded-postgres/lock-file";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { isOccupied, openDataFolder, refuseFolder } from "@/server/supervisor/data-folder";
import { takeTurn } from "@/server/supervisor/pid-file";
import { requireDatabase } from "./external-database";
import { requireMasterKey } from "./master-key";
import { unknownSettings } from "./setting-warnings";
import { readSettings, type Settings } from "./settings";

/** Commands that add something work before the first start. Any other one would read or copy a database that it made itself. */
type Opening = { creates?: boolean; signal?: AbortSignal };

/**
 * Runs a command against the product's database, whether or not the product is running. Never upgrades its schema.
 * @throws CannotStart if there is no installation, SchemaMismatch if its tables belong to another version
 */
export async function withDatabase(
  work: (db: Database, url: string) => Promise<void>,
  opening: Opening = {},
): Promise<void> {
  const settings = readSettings();
  const run = async (url: string) => {
    await (opening.creates ? createOrCheckSchema(url) : checkSchema(url)).catch((error) => {
      throw settings.embedded && error instanceof SchemaTooOld
        ? new SchemaTooOld(startFirst)
        : error;
    });
    const db = connectDatabase(url, 1);
    await work(db, url).finally(() => db.$client.end());
  };
  await withProductDatabase(settings, run, opening);
}

/**
 * Runs work with the address of the product's database. What was started for it ends with the work, also if a signal cancels this.
 * @throws CannotStart if the command is cancelled, or there is no embedded database yet and the command does not create it
 */
export async function withProductDatabase<T>(
  settings: Settings,
  work: (url: string) => Promise<T>,
  opening: Opening = {},
): Promise<T> {
  const signal = cancellation();
  const { url, close } = await openProductDatabase(settings, { ...opening, signal });
  const cancelled = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
  const working = async () => {
    signal.throwIfAborted();
    return work(url);
  };
  return Promise.race([working(), cancelled]).finally(close);
}

/** Aborted once a signal asks this process to end. */
function cancellation(): AbortSignal {
  const controller = new AbortController();
  const cancel = () => controller.abort(new CannotStart("The command was cancelled."));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, cancel);
  return controller.signal;
}

/**
 * Returns the address of the product's database. `close` ends what was started for it.
 * @throws CannotStart if there is no embedded database yet, unless the command creates it
 */
export async function openProductDatabase(
  settings: Settings,
  { creates = false, signal }: Opening = {},
) {
  const { env, embedded } = settings;
  if (embedded) {
    const dir = path.resolve(env.POSTBACK_DIR);
    if (!existsSync(folderOf(dir).data)) {
      announceOrRefuse(dir, creates);
      // A start takes a database without a key for one that has lost it.
      await requireMasterKey(settings);
    }
    return openEmbedded(dir, signal);
  }
  return { url: await requireDatabase(env), close: async () => {} };
}

const startFirst =
  "The tables are those of an earlier version. Write a backup with that version, then run `postback start`, which upgrades them.";

/** A command that was given in another folder than the product, or without its settings, looks for the database here. */
function announceOrRefuse(dir: string, creates: boolean): void {
  const settings = "give the command the same POSTBACK_DIR or DATABASE_URL as the product";
  if (creates) {
    console.error(`Creating a new installation in ${dir}. To use another one, ${settings}.`);
    return;
  }
  const sentences = [
    `There is no installation in ${dir}. Run the command in the folder of the product, or ${settings}.`,
    ...unknownSettings(process.env, []),
  ];
  throw new CannotStart(sentences.join(" "));
}

/**
 * Connects to the embedded Postgres of a running product, or starts one for the duration of the command. The product's
 * server is not supervised: a supervisor would keep the command alive for as long as the product runs.
 */
async function openEmbedded(dir: string, signal?: AbortSignal) {
  const folder = folderOf(dir);
  // Comes first: to another user the server of the product looks as if it did not run.
  if (existsSync(folder.data)) await readPassword(folder);
  const running = (await isOccupied(dir)) && (await findRunning(folder.data));
  if (running) {
    const url = await databaseAddress(folder, running.port);
    await createDatabase(url);
    return { url, close: async () => {} };
  }
  await openDataFolder(dir);
  // Two commands at a time: the one that ends first would stop the server of the other.
  const endTurn = await takeTurn(path.join(dir, "command.pid"), {
    signal,
    waits: ({ pid }) => console.error(`Waiting for another command to end (process ${pid}) …`),
  }).catch((error): never => {
    if (signal?.aborted) throw error;
    return refuseFolder(dir, error);
  });
  try {
    const { url, stop, release } = await startEmbeddedPostgres({ dir, signal });
    return {
      url,
      // A product that was started meanwhile uses this server, and stops it at its own end.
      close: async () => {
        await ((await isOccupied(dir)) ? release() : stop());
        await endTurn();
      },
    };
  } catch (error) {
    await endTurn();
    throw error;
  }
}
