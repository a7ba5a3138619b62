import { ensureBuild } from "@/server/supervisor/ensure-build";
import { runCommand } from "./entry";

// Ends the process that builds the pages, too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => process.exit(1));

await runCommand(ensureBuild);
