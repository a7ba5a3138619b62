import { readdirSync, readFileSync } from "node:fs";
import { platform } from "node:os";

const ticksPerSecond = 100;

/** Returns the CPU microseconds used by a Postgres and all its processes; undefined without /proc. */
export function postgresCpu(postmaster: number): number | undefined {
  if (platform() !== "linux") return undefined;
  let ticks = 0;
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    const stat = pid > 0 ? readStat(pid) : null;
    // For the postmaster including exited children; for the others only their own.
    if (stat && pid === postmaster) ticks += stat.own + stat.children;
    else if (stat?.parent === postmaster) ticks += stat.own;
  }
  return (ticks / ticksPerSecond) * 1e6;
}

/** Fields of `proc(5)`: 4 parent, 14 to 17 the times. The name in field 2 may contain any character. */
function readStat(pid: number) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text
      .slice(text.lastIndexOf(")") + 2)
      .split(" ")
      .map(Number);
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]];
    return { parent, own: user + system, children: (fields[13] ?? 0) + (fields[14] ?? 0) };
  } catch {
    return null;
  }
}
