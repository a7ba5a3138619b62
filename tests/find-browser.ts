import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { installFromDebian } from "./install-from-debian";

/** Returns a Chromium for the tests: an installed one, or one that it installs now. Logs its choice. */
export function findBrowser(): string | undefined {
  return find() ?? install();
}

function find(): string | undefined {
  const found = [process.env.PLAYWRIGHT_CHROMIUM_PATH, ...installed(), chromium.executablePath()]
    .filter((file) => file !== undefined)
    .find((file) => existsSync(file));
  if (found) console.log(`The browser is ${found}`);
  return found;
}

function installed(): string[] {
  // Without its window, Chromium needs a quarter less time for the same tests.
  const names = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return [
    ...names.flatMap((name) => folders.map((folder) => path.join(folder, name))),
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    path.join(process.env.PROGRAMFILES ?? "", "Google/Chrome/Application/chrome.exe"),
  ];
}

function install(): string | undefined {
  if (installFromDebian("chromium-headless-shell") || installFromDebian("chromium")) {
    const found = find();
    if (found) return found;
  }
  console.log("There is no browser here; letting Playwright fetch its own …");
  spawnSync("npx", ["playwright", "install", "chromium"], { stdio: "inherit", shell: true });
  return find();
}
