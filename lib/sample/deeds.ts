import type { ActorKind, AuditAction } from "@/db/enums";
import { maskUrl } from "@/lib/protocol/mask-url";
import { sampleWebhooks } from "./webhooks";

type Deed = {
  /** Minutes before now. */
  ago: number;
  actor_kind: ActorKind;
  actor_name?: string;
  action: AuditAction;
  webhook?: string;
  api_key?: string;
  before?: object;
  after?: object;
};

const day = 1440;
const ana = { actor_kind: "user", actor_name: "ana@studio.example" } as const;
const jon = { actor_kind: "user", actor_name: "jon@studio.example" } as const;

const made: Deed[] = sampleWebhooks.map(({ key, created, events, url }) => ({
  ...(created > 10 * day ? ana : jon),
  ago: created,
  action: "webhook.created",
  webhook: key,
  after: { callbackUrl: maskUrl(url), events },
}));

/** Audit entries of the sample data. */
export const deeds: Deed[] = [
  ...made,
  { ...ana, ago: 57 * day, action: "api_key.issued", api_key: "old-exporter" },
  { ...ana, ago: 56 * day, action: "api_key.issued", api_key: "studio-api" },
  { ...jon, ago: 41 * day, action: "api_key.issued", api_key: "crm-sync" },
  { ...jon, ago: 8 * day - 200, action: "webhook.tested", webhook: "fernwood" },
  { ...jon, ago: 5 * day - 94, action: "webhook.tested", webhook: "meridian" },
  { ...jon, ago: 5 * day - 95, action: "replay.created", after: { ratePerSecond: 5 } },
  {
    actor_kind: "system",
    ago: 3 * day - 40,
    action: "webhook.paused",
    webhook: "fernwood",
    before: { paused: false },
    after: { paused: true, reason: "failing" },
  },
  {
    ...jon,
    ago: 2 * day,
    action: "webhook.settings_updated",
    webhook: "basalt",
    before: { maxConcurrency: 8 },
    after: { maxConcurrency: 4 },
  },
  {
    ...ana,
    ago: 19 * 60,
    action: "webhook.paused",
    webhook: "staging",
    before: { paused: false },
    after: { paused: true },
  },
  { ...ana, ago: 184, action: "webhook_secret.revealed", webhook: "kitehouse" },
  {
    ...ana,
    ago: 180,
    action: "webhook_secret.rotated",
    webhook: "kitehouse",
    after: { overlapSeconds: 86_400 },
  },
];
