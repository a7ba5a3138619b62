import { parseArgs } from "node:util";
import type { Database } from "@/db/client";
import { addSampleData, removeSampleData } from "@/lib/sample/operations";
import { large, usual } from "@/lib/sample/volume";
import { CannotStart } from "./cannot-start";
import { commandLine } from "./command-line";
import { enter } from "./entry";
import { requireMasterKey } from "./master-key";
import { readSettings } from "./settings";
import { withDatabase } from "./with-database";

const usage = `Usage: npm run seed [-- --large | --remove]

  --large    a million deliveries instead of sixty thousand, for measuring
  --remove   takes the sample data out again, and nothing else`;

/** `npm run seed`: an account with webhooks and two weeks of deliveries that nobody ever sends. */
await enter(async () => {
  const options = readArguments();
  process.env.MASTER_KEY = await requireMasterKey(readSettings());
  await withDatabase(async (db, url) =>
    console.log(options.remove ? await remove(db, url) : await add(db, url, options.large)),
  );
});

async function add(db: Database, url: string, isLarge = false): Promise<string> {
  const { added, present } = await addSampleData(commandLine(db), isLarge ? large : usual, url);
  if (added) return "The sample data is there. `npm run seed -- --remove` takes it out again.";
  if (present) return "There is sample data already. `npm run seed -- --remove` takes it out.";
  throw new CannotStart("An account of yours is called “Sample data”. Rename it first.");
}

async function remove(db: Database, url: string): Promise<string> {
  const removed = await removeSampleData(commandLine(db), url);
  return removed ? "The sample data is gone." : "There was no sample data.";
}

function readArguments() {
  try {
    const flag = { type: "boolean" } as const;
    const { values } = parseArgs({ options: { large: flag, remove: flag } });
    return values;
  } catch (error) {
    throw new CannotStart(`${(error as Error).message}\n\n${usage}`);
  }
}
