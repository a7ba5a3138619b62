import { ensureBuild } from "./ensure-build";
import { enter } from "./entry";
import { built } from "./programs";
import { run } from "./run";

/** `npm start` */
await enter(async () => {
  await run({
    programs: built,
    names: ({ WORKERS }) => ["whole", ...Array.from({ length: WORKERS }, () => "worker" as const)],
    build: ensureBuild,
  });
});
