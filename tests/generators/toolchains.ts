import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { Tool } from "./generator";

type Toolchain = { programs: string[][]; packages: string[] };

/** Required programs, and the Debian packages that contain them. */
const toolchains: Record<Exclude<Tool, "node">, Toolchain> = {
  python: { programs: [["python3", "-c", "import venv, ensurepip"]], packages: ["python3-venv"] },
  go: { programs: [["go", "version"]], packages: ["golang-go"] },
  java: {
    programs: [
      ["javac", "-version"],
      ["mvn", "-v"],
    ],
    packages: ["default-jdk-headless", "maven"],
  },
};

/** Installs a toolchain from Debian where it is missing. @throws Error that says what to install */
export function ensureToolchain(tool: Tool): void {
  if (tool === "node") return;
  const { programs, packages } = toolchains[tool];
  if (programs.every(answers)) return;
  install(packages);
  if (programs.every(answers)) return;
  const missing = programs.filter((program) => !answers(program)).map(([name]) => name);
  throw new Error(
    `${missing.join(" and ")} not found. Install ${packages.join(" and ")}, then run this again.`,
  );
}

function answers([command = "", ...args]: string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}

function install(packages: string[]): void {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return;
  console.log(`Installing ${packages.join(" ")} from Debian …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { stdio: "inherit", env } as const;
  try {
    execFileSync("apt-get", ["update", "-qq"], options);
    const flags = ["install", "-y", "-qq", "--no-install-recommends"];
    execFileSync("apt-get", [...flags, ...packages], options);
  } catch {
    console.log(`apt-get could not install ${packages.join(" ")}.`);
  }
}
