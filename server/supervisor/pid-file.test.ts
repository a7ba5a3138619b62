import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { inTurn } from "./pid-file";

test("a turn comes although a crash of the machine truncated the file of the one before", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "pid-file-"));
  const file = path.join(folder, "build.pid");
  await writeFile(file, "");
  let turns = 0;
  await inTurn(file, async () => void turns++);
  expect(turns).toBe(1);
  await rm(folder, { recursive: true });
}, 20_000);
