import { ensureBuild } from "@/server/supervisor/ensure-build";
import { built } from "@/server/supervisor/programs";
import { runCommand } from "./entry";
import { run } from "./run";

/** `npm start` */
await runCommand(async () => {
  await run({
    programs: built,
    names: ({ WORKERS }) => ["whole", ...Array.from({ length: WORKERS }, () => "worker" as const)],
    build: ensureBuild,
  });
});
