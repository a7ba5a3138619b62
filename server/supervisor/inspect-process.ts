import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** `started` distinguishes a process from a later one with the same id. An empty text means unknown. */
type RunningProcess = { command: string; started: string };

/** Returns null for a dead process, zombies included, although signals still reach them. */
export function inspectProcess(pid: number): RunningProcess | null {
  if (!takesSignals(pid)) return null;
  if (process.platform === "linux") return readProc(pid);
  if (process.platform === "darwin") return askPs(pid);
  return { command: "", started: "" };
}

function takesSignals(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function readProc(pid: number): RunningProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [, command = "", rest = ""] = /^\d+ \((.*)\) (.*)/s.exec(stat) ?? [];
    const fields = rest.split(" ");
    return fields[0] === "Z" ? null : { command, started: fields[19] ?? "" };
  } catch {
    return null;
  }
}

function askPs(pid: number): RunningProcess | null {
  try {
    const columns = ["-o", "stat=", "-o", "lstart=", "-o", "comm="];
    const line = execFileSync("ps", ["-p", String(pid), ...columns], { encoding: "utf8" });
    const [, state = "", started = "", command = ""] =
      /^(\S+)\s+(\S+ \S+ +\S+ \S+ \S+)\s+(.*)$/m.exec(line.trim()) ?? [];
    return state.startsWith("Z") ? null : { command: command.split("/").at(-1) ?? "", started };
  } catch {
    return null;
  }
}
