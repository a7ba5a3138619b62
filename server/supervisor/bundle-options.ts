import type { BuildOptions } from "esbuild";

/** Options of esbuild for programs that run on Node, with packages loaded from `node_modules`. */
export const bundleOptions = {
  bundle: true,
  packages: "external",
  platform: "node",
  format: "esm",
  target: "node20",
  logLevel: "warning",
} as const satisfies BuildOptions;
