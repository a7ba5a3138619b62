import { ensureBuild } from "@/server/supervisor/ensure-build";
import { enter } from "./entry";

await enter(ensureBuild);
