import { ensureBuild } from "./ensure-build";
import { enter } from "./entry";

await enter(ensureBuild);
