import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { installFromDebian } from "@/tests/install-from-debian";

/** Folder of the tools and base images that the tests of `deploy/` make or install once per machine. */
export const cache = path.join(
  process.env.XDG_CACHE_HOME ?? path.join(homedir(), ".cache"),
  "postback-deploy",
);

/** Returns the path of a folder in the cache, which `make` fills if it does not exist. */
export function cached(name: string, make: (folder: string) => void): string {
  const folder = path.join(cache, name);
  if (existsSync(path.join(folder, "complete"))) return folder;
  mkdirSync(folder, { recursive: true });
  make(folder);
  mkdirSync(path.join(folder, "complete"));
  return folder;
}

/** Runs a program and returns its standard output. @throws Error with its standard error */
export function run(command: string, args: string[], cwd = process.cwd()): string {
  return execFileSync(command, args, {
    cwd,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Installs Debian's package of a program that is missing. Returns whether the program can be run. */
export function hasProgram(program: string, debianPackage = program): boolean {
  const isThere = () => spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined;
  return isThere() || (installFromDebian(debianPackage) && isThere());
}

/** Builds a Go program once. Returns its path. */
export function goProgram(module: string, name: string): string {
  const folder = cached(`go/${module.replaceAll("/", "-")}`, (target) => {
    const env = { ...process.env, CGO_ENABLED: "0", GOFLAGS: "-trimpath" };
    const go = (...args: string[]) =>
      execFileSync("go", args, { cwd: target, env, stdio: ["ignore", "ignore", "inherit"] });
    // In a module of its own: `go install` refuses programs that exclude versions of a package, as Docker Compose does.
    go("mod", "init", "tools");
    go("get", module);
    go("build", "-o", name, module.replace(/@.*/, ""));
  });
  return path.join(folder, name);
}
