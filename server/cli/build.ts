import { ensureBuild } from "@/server/supervisor/ensure-build";
import { runCommand } from "./entry";

await runCommand(ensureBuild);
