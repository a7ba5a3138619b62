import { ensureBuild } from "@/server/supervisor/ensure-build";
import { built } from "@/server/supervisor/programs";
import { run } from "./run";

/** Runs everything in one process, plus the database and `WORKERS` more workers. */
export async function startAll(): Promise<void> {
  await run({
    programs: built,
    names: ({ WORKERS }) => ["whole", ...Array.from({ length: WORKERS }, () => "worker" as const)],
    build: ensureBuild,
  });
}
