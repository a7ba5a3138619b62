import { createHash, timingSafeEqual } from "node:crypto";
import { wasDiskFull } from "@/lib/full-disk";
import { log } from "@/lib/log";
import { metrics } from "./registry";

/** What the metrics say of the whole installation: the queue depth, the webhooks and the backups. */
export type InstallationFacts = {
  ready: number;
  oldestSeconds: number | null;
  unfinished: number;
  retrying: number;
  /** Deliveries that fan-outs have not created yet. */
  expanding: number;
  /** Deliveries that are parked, because their webhook is paused. */
  parked: number;
  /** Webhooks. */
  paused: number;
  circuitOpen: number;
  late: number;
  lastBackupSeconds: number | null;
};

/** Returns the metrics of the process and of the installation in Prometheus' text format. */
export async function scrape(readFacts: () => Promise<InstallationFacts>): Promise<string> {
  return (await currentMetrics(readFacts)).metrics();
}

/** Returns the metrics of the process, with those of the installation as it is now. */
export async function currentMetrics(readFacts: () => Promise<InstallationFacts>) {
  const { register, ready, oldest, unfinished, retrying, expanding, parked, database, diskFull } =
    metrics();
  const { webhooks, lastBackup } = metrics();
  diskFull.set(wasDiskFull() ? 1 : 0);
  try {
    const facts = await readFacts();
    ready.set(facts.ready);
    oldest.set(facts.oldestSeconds ?? 0);
    unfinished.set(facts.unfinished);
    retrying.set(facts.retrying);
    expanding.set(facts.expanding);
    parked.set(facts.parked);
    webhooks.set({ state: "paused" }, facts.paused);
    webhooks.set({ state: "circuit_open" }, facts.circuitOpen);
    webhooks.set({ state: "late" }, facts.late);
    lastBackup.set(facts.lastBackupSeconds ?? 0);
    database.set(1);
  } catch (error) {
    log.warn({ err: error }, "reading the metrics of the installation failed");
    database.set(0);
  }
  return register;
}

export function metricsType(): string {
  return metrics().register.contentType;
}

/** Returns whether an `Authorization` header has the token. Takes constant time. */
export function allows(token: string, header: string | null | undefined): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(`Bearer ${token}`), digest(header ?? ""));
}
