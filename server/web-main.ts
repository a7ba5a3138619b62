import { onShutdown } from "@/lib/lifecycle";
import { startWeb } from "./web";

/** The API and the pages by themselves; a worker elsewhere delivers. */
onShutdown(startWeb().stop);
