import { assertSeesAll } from "@/lib/account-for";
import type { Context } from "@/lib/context";
import { env, settingsInForce } from "@/lib/env";
import { isProxyIgnored } from "@/lib/ignored-proxy";
import { waitsMs } from "@/lib/queue/retry-schedule";
import { service } from "@/lib/root/version";
import { failedOfTheDay, throughput } from "./attempt-facts";
import { databaseFacts } from "./database-facts";
import { claimLatency, queueFacts } from "./queue-facts";
import { openBreakers, retentionRun, workersHeard } from "./upkeep-facts";

export async function readSystem(ctx: Context) {
  assertSeesAll(ctx);
  const { db } = ctx;
  const database = await databaseFacts(db);
  const [waiting, claimP95Ms, workers, failed24h, minutes, breakers, run] = await Promise.all([
    queueFacts(db),
    claimLatency(db),
    workersHeard(db),
    failedOfTheDay(db),
    throughput(db),
    openBreakers(db),
    retentionRun(db),
  ]);
  return {
    version: service.version,
    now: new Date(),
    database,
    queue: { ...waiting, claimP95Ms },
    workers,
    failed24h,
    throughput: minutes,
    breakers,
    retention: { days: env().RETENTION_DAYS, ...run },
    retryWaitsSeconds: waitsMs.map((ms) => ms / 1000),
    warnings: ctx.scopes.includes("admin") && isProxyIgnored() ? ["proxy_ignored" as const] : [],
    settings: settingsInForce(),
  };
}
