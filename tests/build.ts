import { ensureBuild } from "@/server/ensure-build";

/** The tests of the doorstep start what users start. */
export const setup = ensureBuild;
