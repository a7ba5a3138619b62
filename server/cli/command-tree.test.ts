import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { runPostback } from "@/tests/postback";
import { commandTree } from "./command-tree";
import { completionOf, shells } from "./completion";

const postback = (...words: string[]) => runPostback(words);

function pathsOf(command: Command, above: string[] = []): string[] {
  return command.commands.flatMap((one) => {
    const path = [...above, one.name()];
    return [path.join(" "), ...pathsOf(one, path)];
  });
}

/** Returns what bash offers after the tab key at the end of a line. */
function offered(line: string): string[] {
  const words = line.split(" ");
  const script = `${completionOf(commandTree(), "bash")}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
_postback; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync("bash", ["-c", script], { encoding: "utf8" }).trim().split("\n");
}

test("the top level prints all commands, and the version", () => {
  const { status, stdout } = postback("--help");
  expect(status).toBe(0);
  for (const { name } of commandTree().commands.map((one) => ({ name: one.name() })))
    expect(stdout).toMatch(new RegExp(`^  ${name} `, "m"));
  expect(postback("--version").stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  ["help", "Usage: postback [options] [command]"],
  ["help keys", "Usage: postback keys [options] [command]"],
  ["keys help create", "Usage: postback keys create [options]"],
])("help is a command as well: %s", (line, usage) => {
  const { status, stdout } = postback(...line.split(" "));
  expect([status, stdout]).toEqual([0, expect.stringContaining(usage)]);
});

test.each([
  ["strat", "unknown command 'strat'\n(Did you mean start?)"],
  ["seed --lareg", "(Did you mean --large?)\nAdd --help for the arguments and options."],
  ["keys cretae", "unknown command 'cretae'\n(Did you mean create?)"],
  [
    "accounts create",
    "missing required argument 'name'\nAdd --help for the arguments and options.",
  ],
  ["seed --large --remove", "cannot be used with option"],
  ["backup --to file --keep 3", "one backup removes no others"],
  ["backup --to - --every 24h", "repeated backups go to a folder"],
  ["completion tcsh", "Choose from bash, zsh, fish"],
])("wrong usage is named, with exit code 2: %s", (line, sentence) => {
  const { status, stdout, stderr } = postback(...line.split(" "));
  expect([status, stdout]).toEqual([2, ""]);
  expect(stderr).toContain(sentence);
});

test("bash completes commands and options from the cursor's place", () => {
  expect(offered("postback st")).toEqual(["start"]);
  expect(offered("postback keys ")).toEqual(["create", "list", "revoke", "--help"]);
  expect(offered("postback keys create --sc")).toEqual(["--scopes"]);
  expect(offered("postback seed --large --re")).toEqual(["--remove"]);
  expect(offered("postback keys create --name nightly --sc")).toEqual(["--scopes"]);
  expect(offered("postback restore a.backup.gz --d")).toEqual(["--dry-run"]);
});

test.each(shells)("the script for %s contains every command", (shell) => {
  const script = completionOf(commandTree(), shell);
  for (const path of pathsOf(commandTree())) expect(script).toContain(`'${path}'`);
});

test("the script for bash has no syntax error", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "postback-completion-"));
  const file = path.join(folder, "postback.bash");
  writeFileSync(file, completionOf(commandTree(), "bash"));
  expect(spawnSync("bash", ["-n", file]).status).toBe(0);
  rmSync(folder, { recursive: true });
});
