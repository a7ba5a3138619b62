import { existsSync, writeFileSync } from "node:fs";
import { cleanupOnExit } from "@/tests/cleanup-on-exit";
import { hasProgram, run } from "../tools";
import type { Architecture } from "./build-image";

const folder = "/proc/sys/fs/binfmt_misc";

/** QEMU's name of each architecture, and e_machine in the header of its programs. */
const machines = {
  amd64: { name: "x86_64", code: "\\x3e\\x00" },
  arm64: { name: "aarch64", code: "\\xb7\\x00" },
};

/** Lets this machine run programs of another architecture with QEMU, until this process exits. Needs root. */
export function emulate(architecture: Architecture): void {
  const { name, code } = machines[architecture];
  const program = `qemu-${name}-static`;
  if (!hasProgram(program, "qemu-user-static")) throw new Error("Install qemu-user-static.");
  if (!existsSync(`${folder}/register`)) run("mount", ["-t", "binfmt_misc", "binfmt_misc", folder]);
  const entry = `qemu-${name}`;
  if (existsSync(`${folder}/${entry}`)) return;
  const magic = `\\x7f\\x45\\x4c\\x46\\x02\\x01\\x01${"\\x00".repeat(9)}\\x02\\x00${code}`;
  const mask = `${"\\xff".repeat(7)}\\x00${"\\xff".repeat(8)}\\xfe\\xff\\xff\\xff`;
  // F: the kernel opens QEMU now, so that it is found in other root folders as well.
  writeFileSync(`${folder}/register`, `:${entry}:M::${magic}:${mask}:/usr/bin/${program}:F`);
  cleanupOnExit('echo -1 > "$1"', `${folder}/${entry}`);
}
