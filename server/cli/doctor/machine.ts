import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import type { Environment } from "@/lib/env";
import { isRunning, readHolder } from "@/server/supervisor/pid-file";
import { addressOf, assertFree, assertMetricsApart } from "@/server/supervisor/ports";
import { type Finding, failed, findingOf, ok, warning } from "./finding";

const gigabyte = 1024 ** 3;
const leastBytes = 0.5 * gigabyte;
const scarceBytes = 5 * gigabyte;

/** Time for a program on the port to answer. One that does not is reported as a port in use. */
const answerLimitMs = 5000;

/** Checks what the product needs of this machine. */
export async function checkMachine(env: Environment): Promise<Finding[]> {
  return [
    checkNode(process.versions.node),
    // Another database has its disk elsewhere.
    ...(env.DATABASE_URL === undefined ? [await checkDisk(path.resolve(env.POSTBACK_DIR))] : []),
    await findingOf("port", () => checkPort(env)),
  ];
}

/** @param version as in `process.versions.node` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isSupported = major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19);
  if (isSupported) return ok("node", `Node ${version}.`);
  return failed("node", `Node ${version} is too old.`, "Install Node 24, or at least 20.19.");
}

async function checkDisk(dir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(nearestFolder(dir));
  return judgeDisk(dir, bavail * bsize);
}

export function judgeDisk(dir: string, freeBytes: number): Finding {
  const detail = `${(freeBytes / gigabyte).toFixed(1)} GB free for ${dir}.`;
  const advice =
    "Free space, move POSTBACK_DIR to a larger disk, or keep the log for a shorter time with RETENTION_DAYS.";
  if (freeBytes < leastBytes) return failed("disk", detail, advice);
  return freeBytes < scarceBytes ? warning("disk", detail, advice) : ok("disk", detail);
}

function nearestFolder(dir: string): string {
  return existsSync(dir) || dir === path.dirname(dir) ? dir : nearestFolder(path.dirname(dir));
}

/** With DATABASE_URL, the process of POSTBACK_DIR may be another installation: it counts if it has the same port. */
export async function checkPort(env: Environment): Promise<Finding> {
  const { HOST, PORT, POSTBACK_DIR } = env;
  assertMetricsApart(PORT, env.METRICS_PORT, env.WORKERS);
  type Occupant = { pid: number; started: string; url: string };
  const holder = await readHolder<Occupant>(path.resolve(POSTBACK_DIR, "postback.pid"));
  const isOurs = (url: string) =>
    env.DATABASE_URL === undefined || PORT === 0 || Number(new URL(url).port) === PORT;
  if (holder && isRunning(holder) && isOurs(holder.url))
    return ok("port", `Postback is running at ${holder.url}.`);
  if (PORT === 0) return ok("port", "Any free port.");
  const address = addressOf(HOST, PORT);
  const signal = AbortSignal.timeout(answerLimitMs);
  const answer = await fetch(`${address}/v1/openapi.json`, { signal }).catch(() => null);
  const text = (await answer?.text().catch(() => "")) ?? "";
  if (text.includes("Postback")) return ok("port", `Postback is running at ${address}.`);
  await assertFree(HOST, PORT, 0);
  return ok("port", `${HOST}:${PORT} is free.`);
}
