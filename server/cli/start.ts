import { ensureBuild } from "@/server/supervisor/ensure-build";
import { built } from "@/server/supervisor/programs";
import { run } from "./run";

/**
 * Runs everything in one process, plus the database and `WORKERS` more workers.
 * @param withoutWorker runs the API and the dashboard on the same database, and delivers nothing
 */
export async function startAll({ withoutWorker = false } = {}): Promise<void> {
  await run({
    programs: built,
    names: ({ WORKERS }) =>
      withoutWorker
        ? ["web"]
        : ["whole", ...Array.from({ length: WORKERS }, () => "worker" as const)],
    build: ensureBuild,
  });
}
