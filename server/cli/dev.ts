import { watch } from "node:fs";
import path from "node:path";
import { fromSource } from "@/server/supervisor/programs";
import { root } from "@/server/supervisor/root";
import { runCommand } from "./entry";
import { run } from "./run";

/** `npm run dev`: pages and API reload by themselves; the rest restarts when its sources change. */
await runCommand(async () => {
  const names = () => ["web", "worker"] as ("web" | "worker")[];
  const [web, worker] = await run({ programs: fromSource, names, async build() {} });
  onChange(["server"], () => web?.restart());
  onChange(["worker", "lib", "db"], () => worker?.restart());
});

/** Editors write a file in several steps: only the last one counts. */
function onChange(folders: string[], restart: () => void): void {
  let timer: NodeJS.Timeout | undefined;
  for (const folder of folders) {
    watch(path.join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(restart, 100);
    });
  }
}
