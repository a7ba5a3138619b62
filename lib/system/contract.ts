import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { MaskedUrl, present, Timestamp } from "@/lib/protocol/wire";

const capped = "Counted up to 10,000, and no further";

export const System = z
  .object({
    version: z.string(),
    now: Timestamp.describe("By the clock of the process that answers"),
    database: z.object({
      latencyMs: z.number(),
      clockSkewMs: z.int().describe("How far the database's clock is ahead of the process's"),
      bytes: z.int(),
      migration: z.string().describe("The latest that is applied"),
      migrationsMissing: z.int().describe("Of those that this version knows"),
    }),
    queue: z.object({
      ready: z.int().describe(`Due and not taken yet. ${capped}`),
      oldestDueAt: present(Timestamp).describe("Since when the oldest of them is due"),
      scheduled: z.int().describe(`Under way, or to be tried later. ${capped}`),
      held: z.int().describe(`Waiting for a paused webhook. ${capped}`),
      claimP95Ms: present(z.int()).describe(
        "From published to the first attempt: 95 in 100 of the latest 1,000 of the last hour took no longer",
      ),
    }),
    workers: z.array(
      z.object({
        id: Id,
        host: z.string(),
        pid: z.int(),
        version: z.string(),
        alive: z.boolean().describe("Heard of within ten seconds"),
        startedAt: Timestamp,
        beatAt: Timestamp,
      }),
    ),
    failed24h: z.int().describe("Deliveries given up in the last 24 hours"),
    throughput: z
      .array(z.object({ from: Timestamp, delivered: z.int(), failed: z.int() }))
      .describe(
        "Attempts of the last hour by the minute, oldest first; quiet minutes are left out",
      ),
    breakers: z
      .array(
        z.object({
          webhookId: Id,
          callbackUrl: MaskedUrl,
          state: z.enum(["open", "probing", "ramping"]),
          opensAt: Timestamp.describe("When the next requests may go"),
        }),
      )
      .describe("Webhooks that get a rest because so much failed"),
    retention: z.object({
      days: z.int(),
      ranAt: present(Timestamp),
      tookMs: present(z.int()),
      succeeded: present(z.boolean()),
    }),
    retryWaitsSeconds: z.array(z.int()).describe("Between the attempts of a delivery"),
    settings: z
      .array(
        z.object({
          name: z.string(),
          isSet: z.boolean(),
          value: z.string().optional().describe("Only of those that tell nothing secret"),
        }),
      )
      .describe("The environment variables that this process looks at"),
  })
  .meta({ id: "System" });

export const systemApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/system",
    summary: "How the installation itself does; for a service key or an operator",
    access: "deliveries:read",
    response: System,
    status: 200,
  }),
};
