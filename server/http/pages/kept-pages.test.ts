import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepMessages, keptMessages } from "./kept-pages";
import type { FromRenderer } from "./template";

const messages: FromRenderer[] = [{ paths: ["/login"] }, { settings: ["PAGES_PER_MINUTE"] }];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "kept-pages-"));
});
afterAll(() => rm(folder, { recursive: true }));

test("pages are found again beside a file that a killed process left unfinished", async () => {
  await writeFile(path.join(folder, "unfinished.1"), Buffer.from([0xff, 0x0f, 0x6f]));
  expect(await keptMessages(folder, "build")).toBeUndefined();
  await keepMessages(folder, "build", messages);
  expect(await keptMessages(folder, "build")).toEqual(messages);
});

test("pages of another build are not found", async () => {
  await keepMessages(folder, "old build", messages);
  expect(await keptMessages(folder, "new build")).toBeUndefined();
});
