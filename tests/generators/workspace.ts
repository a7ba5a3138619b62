import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import type { Workspace } from "./generator";

const execute = promisify(execFile);
const minutes = 60_000;
const outputLines = 40;

/** Returns a workspace in a new folder. `env` is what its programs see beside the usual variables. */
export async function makeWorkspace(
  dir: string,
  document: string,
  env: Record<string, string>,
): Promise<Workspace> {
  await mkdir(dir, { recursive: true });
  return {
    dir,
    document,
    run: (command, args, options = {}) =>
      runProgram(command, args, path.join(dir, options.in ?? ""), env),
    async write(file, text) {
      const target = path.join(dir, file);
      await mkdir(path.dirname(target), { recursive: true });
      await writeFile(target, text);
    },
  };
}

/** Runs a program and returns what it prints. @throws Error with the end of its output */
export async function runProgram(
  command: string,
  args: string[],
  cwd: string,
  env: Record<string, string> = {},
): Promise<string> {
  try {
    const { stdout } = await execute(command, args, {
      cwd,
      env: { ...process.env, ...env },
      maxBuffer: 256 * 1024 * 1024,
      timeout: 10 * minutes,
    });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & Record<string, string>;
    const output = `${stdout}\n${stderr}`.trim().split("\n").slice(-outputLines).join("\n");
    throw new Error(`${path.basename(command)} ${args[0] ?? ""} failed: ${output || message}`);
  }
}
