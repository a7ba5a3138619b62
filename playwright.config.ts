import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

const installed = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((file) =>
  existsSync(file),
);
const executablePath = process.env.PLAYWRIGHT_CHROMIUM_PATH ?? installed;

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/build.ts",
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  // Each worker runs its own product beside a browser. On two cores, two leave a sixth idle and take an eighth longer.
  workers: 3,
  // Nothing is timed here: these limits end what hangs, and a busy machine does not reach them.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    ...devices["Desktop Chrome"],
    // Recording each step costs a quarter of the time.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    // Drawing animations takes a tenth of the CPU. No test is about them.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        // Drawing by an emulated GPU takes a quarter of the CPU.
        "--disable-gpu",
        "--disable-software-rasterizer",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-dev-shm-usage",
        // Pages live for seconds: optimising their code takes a twentieth of the CPU.
        "--js-flags=--no-opt",
      ],
    },
  },
});
