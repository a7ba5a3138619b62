import { ensureBuild } from "@/server/supervisor/ensure-build";

/** Builds the product: the tests of `server/` run the same programs as users. */
export const setup = ensureBuild;
