import { existsSync } from "node:fs";
import { open as openFile } from "node:fs/promises";
import path from "node:path";
import type { Readable } from "node:stream";
import { migrate } from "@/db/migrate";
import type { Head, Manifest } from "@/lib/backup/format";
import { openBackup } from "@/lib/backup/read";
import { restoreBackup, verifyBackup } from "@/lib/backup/restore";
import { summaryOf } from "@/lib/backup/summary";
import { masterKeysIn } from "@/lib/vault/master-keys";
import { folderOf } from "@/server/embedded-postgres/folder";
import { CannotStart } from "@/server/supervisor/cannot-start";
import { fileOf, readMasterKey } from "./master-key";
import { type Printing, printResult } from "./print";
import { readSettings, type Settings } from "./settings";
import { withProductDatabase } from "./with-database";
import { WrongUsage } from "./wrong-usage";

type Options = Printing & { dryRun?: boolean };

/** Checks a backup, and loads it into an empty installation unless it is a dry run. */
export async function restore(
  file: string,
  { dryRun = false, json = false }: Options,
): Promise<void> {
  const settings = readSettings();
  const backup = await openBackup(await open(file));
  // Comes first: opening the database of a new installation creates one.
  await assertMasterKey(settings, backup.head);
  const dir = path.resolve(settings.env.POSTBACK_DIR);
  if (dryRun && settings.embedded && !existsSync(folderOf(dir).data)) {
    report(verified, await verifyBackup(backup, null), { json });
    return;
  }
  const load = async (url: string) => {
    if (dryRun) {
      report(verified, await verifyBackup(backup, url), { json });
      return;
    }
    const manifest = await restoreBackup(backup, url);
    // A version newer than that of the backup has more migrations.
    await migrate(url);
    report("The backup was restored.", manifest, { json });
  };
  await withProductDatabase(settings, load, { creates: true });
}

const verified =
  "The backup is complete and unaltered, and can be restored here. Nothing was changed.";

async function open(file: string): Promise<Readable> {
  if (file === "-" && process.stdin.isTTY)
    throw new WrongUsage("-: standard input is a terminal. Redirect a file or a pipe to it.");
  if (file === "-") return process.stdin;
  try {
    const handle = await openFile(file);
    if ((await handle.stat()).isDirectory()) {
      await handle.close();
      throw Object.assign(new Error(), { code: "EISDIR" });
    }
    return handle.createReadStream();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CannotStart(
      `The backup ${file} cannot be read (${code}). Check path and permissions.`,
    );
  }
}

/** @throws CannotStart unless this installation has the keys that the secrets of the backup are encrypted with */
async function assertMasterKey(settings: Settings, { masterKeys }: Head): Promise<void> {
  const keys = masterKeysIn((await readMasterKey(settings)) ?? "");
  const ids = new Set(keys?.map(({ id }) => id));
  const lacking = masterKeys.filter((id) => !ids.has(id));
  if (lacking.length === 0) return;
  const way = settings.embedded
    ? `Copy the file master-key of that installation to ${fileOf(settings)}, or set MASTER_KEY.`
    : "Set MASTER_KEY to the key of that installation.";
  throw new CannotStart(
    `The secrets of the backup are encrypted with the master key ${lacking.join(", ")}, which this installation lacks. ${way}`,
  );
}

function report(sentence: string, manifest: Manifest, printing: Printing): void {
  const summary = summaryOf(manifest);
  const { createdAt, version, masterKeys, rows, tables } = summary;
  const text = `${sentence} It is of ${createdAt}, version ${version}: ${rows} rows in ${tables} tables, master key ${masterKeys.join(", ")}.`;
  printResult(summary, text, printing);
}
