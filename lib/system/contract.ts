import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { MaskedUrl, present, Timestamp } from "@/lib/protocol/wire";
import { BuildCommit } from "@/lib/service/contract";

const capped = "Counted up to 10,000, and no further";

const SystemDatabase = z
  .object({
    latencyMs: z.number().describe("Duration of a statement in milliseconds"),
    clockSkewMs: z.int().describe("Database clock minus process clock"),
    bytes: z.int().describe("Size of the database"),
    migration: z.string().describe("Latest applied migration"),
    migrationsMissing: z.int().describe("Migrations of this version that are not applied"),
  })
  .meta({ id: "SystemDatabase" });

const SystemQueue = z
  .object({
    ready: z.int().describe(`Due and not claimed. ${capped}`),
    oldestDueAt: present(Timestamp).describe(
      "Due time of the oldest ready delivery, without those of webhooks that are paused, have an open circuit or are late",
    ),
    scheduled: z.int().describe(`In flight or waiting for a retry. ${capped}`),
    held: z.int().describe(`Waiting for a paused webhook. ${capped}`),
    lateWebhooks: z
      .int()
      .describe("Webhooks that are late by their own limits, among the longest waiting deliveries"),
    expanding: z.int().describe("Deliveries not created yet, of events with very many webhooks"),
    claimP95Ms: present(z.int()).describe(
      "95th percentile of the time from publishing to the first attempt, of the latest 1,000 in the last hour",
    ),
  })
  .meta({ id: "SystemQueue" });

const SystemWorker = z
  .object({
    id: Id,
    host: z.string().describe("Name of its machine"),
    pid: z.int().describe("Id of its process"),
    version: z.string(),
    alive: z.boolean().describe("Heartbeat within ten seconds"),
    startedAt: Timestamp,
    beatAt: Timestamp.describe("Time of the last heartbeat"),
  })
  .meta({ id: "SystemWorker" });

const SystemMinute = z
  .object({
    from: Timestamp.describe("Start of the minute"),
    delivered: z.int().describe("Successful attempts"),
    failed: z.int().describe("Failed attempts"),
  })
  .meta({ id: "SystemMinute" });

const CircuitBreaker = z
  .object({
    webhookId: Id,
    callbackUrl: MaskedUrl,
    state: z
      .enum(["open", "probing", "ramping"])
      .describe("probing: one request is tried. ramping: it succeeded, and the rate grows"),
    opensAt: Timestamp.describe("Time of the next request"),
  })
  .meta({ id: "CircuitBreaker" });

const SystemRetention = z
  .object({
    days: z.int().describe("Days to keep events, deliveries and attempts"),
    ranAt: present(Timestamp).describe("Time of the last run"),
    tookMs: present(z.int()).describe("Duration of the last run in milliseconds"),
    succeeded: present(z.boolean()).describe("Whether the last run succeeded"),
  })
  .meta({ id: "SystemRetention" });

const SystemSetting = z
  .object({
    name: z.string().describe("Name of the variable"),
    isSet: z.boolean().describe("Whether it is set; otherwise the default applies"),
    value: z.string().optional().describe("Left out for secrets"),
  })
  .meta({ id: "SystemSetting" });

/**
 * `proxy_ignored`: requests carry `X-Forwarded-For`, and `TRUST_PROXY` counts no proxy. `disk_full`: the database refused to
 * store something in the last minute because its disk is full.
 */
const systemWarnings = ["proxy_ignored", "disk_full"] as const;

const System = z
  .object({
    version: z.string(),
    commit: BuildCommit,
    now: Timestamp.describe("By the clock of the process that responds"),
    database: SystemDatabase,
    queue: SystemQueue,
    workers: z.array(SystemWorker),
    failed24h: z.int().describe("Failed deliveries of the last 24 hours"),
    throughput: z
      .array(SystemMinute)
      .describe(
        "Attempts of the last hour by the minute, oldest first; quiet minutes are left out. Without tests and without resends that do not change the status of their delivery",
      ),
    breakers: z.array(CircuitBreaker).describe("Webhooks with an open circuit"),
    retention: SystemRetention,
    retryWaitsSeconds: z.array(z.int()).describe("Waits between the attempts of a delivery"),
    warnings: z
      .array(z.enum(systemWarnings))
      .describe(
        "What needs attention: disk_full in any process, proxy_ignored in this one and for administrators only",
      ),
    settings: z.array(SystemSetting).describe("Environment variables of this process"),
  })
  .meta({ id: "SystemState" });

export const systemApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/system",
    summary: "Read the state of the installation",
    description:
      "Returns the state of database, queue, workers, circuit breakers and retention. Needs a service key or an operator.",
    access: "deliveries:read",
    response: System,
    load: "log",
    readsPrimary: true,
    status: 200,
  }),
};
