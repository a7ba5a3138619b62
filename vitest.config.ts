import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const resolve = { alias: { "@": fileURLToPath(new URL(".", import.meta.url)) } };

export default defineConfig({
  resolve,
  test: {
    // Here and not in the projects, for it would run once in each.
    globalSetup: "tests/global-setup.ts",
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: ["{app,components,db,lib,tests,worker}/**/*.test.{ts,tsx}"],
        },
      },
      {
        resolve,
        test: {
          // Real processes: one that boots beside another only slows both down.
          name: "doorstep",
          include: ["server/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
