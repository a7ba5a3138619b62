import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "postback-pages-"));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** The module as a process with these settings has it. */
async function startWith(settings: Record<string, string>) {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  vi.resetModules();
  return import("./kept-pages");
}

const messages = [
  { paths: ["/docs/limits"] },
  { settings: ["RETENTION_DAYS", "PUBLIC_URL", "DATABASE_URL"] },
];

test("pages are kept for starts with the same values of the settings that they read", async () => {
  const first = await startWith({ RETENTION_DAYS: "7" });
  await first.keepMessages(folder, messages);
  expect(await first.keptMessages(folder)).toEqual(messages);
  const other = await startWith({ WORKERS: "3", DATABASE_URL: "postgres://other" });
  expect(await other.keptMessages(folder)).toEqual(messages);
});

test.each([{ RETENTION_DAYS: "8" }, { PUBLIC_URL: "https://hooks.example.com" }])(
  "pages are not kept for a start with %o",
  async (settings) => {
    const first = await startWith({ RETENTION_DAYS: "7" });
    await first.keepMessages(folder, messages);
    const other = await startWith(settings);
    expect(await other.keptMessages(folder)).toBeUndefined();
  },
);

test.each([
  ["read a secret", [...messages, { settings: ["MASTER_KEY"] }]],
  ["read nothing as far as is known", [{ paths: ["/docs/limits"] }, { settings: [] }]],
])("pages that %s are not kept", async (_, sent) => {
  const { keepMessages, keptMessages } = await startWith({ LOG_LEVEL: "silent" });
  await keepMessages(folder, sent);
  expect(await keptMessages(folder)).toBeUndefined();
});
