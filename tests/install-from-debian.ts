import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Installs Debian packages if possible: as root, on Debian. Returns whether they are installed. */
export function installFromDebian(...packages: string[]): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/etc/debian_version")) return false;
  console.log(`Installing Debian's ${packages.join(", ")} …`);
  const install = ["install", "-y", "-qq", "-o", "DPkg::Lock::Timeout=300", ...packages];
  return aptGet(...install) || (aptGet("update", "-qq") && aptGet(...install));
}

function aptGet(...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
