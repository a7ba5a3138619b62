import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the folder of the installation: the repository, or the installed package. It is the first one above this code
 * that contains the migrations.
 */
export function installationFolder(): string {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, "db/migrations/meta/_journal.json"))) {
    if (folder === path.dirname(folder)) throw new Error("The folder db/migrations is missing.");
    folder = path.dirname(folder);
  }
  return folder;
}
