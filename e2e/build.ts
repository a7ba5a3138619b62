import { ensureBuild } from "@/server/supervisor/ensure-build";
import { setup } from "@/tests/home-template";

/** Builds the product and makes the data folder of its tests. Playwright calls the function that it returns at the end. */
async function prepare() {
  await ensureBuild();
  return setup();
}

// biome-ignore lint/style/noDefaultExport: Playwright asks for one
export default prepare;
