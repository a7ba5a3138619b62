import { ensureBuild } from "@/server/ensure-build";

/** Builds the product: the tests of `server/` run the same programs as users. */
export const setup = ensureBuild;
