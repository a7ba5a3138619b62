import type { EventName, PauseReason } from "@/db/enums";
import { eventNames } from "@/db/enums";

/** An outage. Times are minutes before now. */
type Trouble = {
  answer: string;
  from: number;
  to?: number;
  /** End of the failures of deliveries from the outage; before it every attempt fails. */
  healed?: number;
  /** Time of the replay of failed deliveries. */
  replayed?: number;
};

type SampleWebhook = {
  key: string;
  url: string;
  label: string;
  events: readonly EventName[];
  created: number;
  /** Usual latency in milliseconds. */
  latency: number;
  answer: string;
  /** Share of deliveries whose first attempts fail, and the response they get. */
  flaky: number;
  flake: string;
  trouble?: Trouble;
  paused?: { at: number; reason: PauseReason };
};

const day = 1440;
const videos = ["VIDEO_GENERATION_SUCCESS", "VIDEO_GENERATION_FAILED"] as const;
const avatars = ["AVATAR_TRAINING_SUCCESS", "AVATAR_TRAINING_FAILED"] as const;
const steady = { created: 58 * day, answer: "json", flaky: 0.006, flake: "gateway" };

export const sampleWebhooks: SampleWebhook[] = [
  {
    ...steady,
    key: "northwind",
    url: "https://hooks.northwind.example/webhooks/argil",
    label: "Northwind · production",
    events: eventNames,
    latency: 140,
  },
  {
    ...steady,
    key: "lumen",
    url: "https://api.lumen-studio.example/in",
    label: "Lumen Studio",
    events: ["VIDEO_GENERATION_SUCCESS"],
    latency: 88,
    answer: "empty",
    flaky: 0,
  },
  {
    ...steady,
    key: "papertrail",
    url: "https://cb.papertrail.example/postback?token=pt_5d1f0c9a7be24e&source=video",
    label: "Papertrail CRM",
    events: videos,
    latency: 230,
    answer: "pixel",
    flaky: 0,
  },
  {
    ...steady,
    key: "orbit",
    url: "https://events.orbit-learning.example/hooks/video",
    label: "Orbit Learning",
    events: videos,
    latency: 310,
    trouble: { answer: "overloaded", from: 163 },
  },
  {
    ...steady,
    key: "zedmedia",
    url: "https://hooks.zedmedia.example/clone/avatars",
    label: "Zed Media",
    events: avatars,
    latency: 190,
    answer: "ok",
    trouble: { answer: "expired", from: 4 * day + 290 },
  },
  {
    ...steady,
    key: "basalt",
    url: "https://ingest.basalt.example/v2/events",
    label: "Basalt warehouse",
    events: videos,
    latency: 4100,
    answer: "queued",
    flaky: 0.25,
    flake: "late",
  },
  {
    ...steady,
    key: "meridian",
    url: "https://hooks.meridian.example/api/webhooks/video",
    label: "Meridian Ads",
    events: videos,
    latency: 175,
    flaky: 0,
    trouble: {
      answer: "unknown_batch",
      from: 9 * day + 41,
      to: 9 * day,
      healed: 5 * day,
      replayed: 5 * day - 95,
    },
  },
  {
    ...steady,
    key: "fernwood",
    url: "https://webhooks.fernwood.example/argil",
    label: "Fernwood (old CRM)",
    events: avatars,
    latency: 260,
    trouble: { answer: "refused", from: 8 * day },
    paused: { at: 3 * day - 40, reason: "failing" },
  },
  {
    ...steady,
    key: "staging",
    url: "https://staging.northwind.example/webhooks/argil",
    label: "Northwind · staging",
    events: eventNames,
    created: 30 * day,
    latency: 420,
    flaky: 0.5,
    flake: "not_found",
    paused: { at: 19 * 60, reason: "person" },
  },
  {
    ...steady,
    key: "northwind-twin",
    url: "https://hooks.northwind.example/webhooks/argil",
    label: "",
    events: ["VIDEO_GENERATION_SUCCESS"],
    created: 2 * day + 220,
    latency: 138,
    flaky: 0,
  },
  {
    ...steady,
    key: "kitehouse",
    url: "https://api.kitehouse.example/renders/finished",
    label: "Kitehouse",
    events: ["VIDEO_GENERATION_SUCCESS", ...avatars],
    latency: 96,
    answer: "ok",
    flaky: 0.3,
    flake: "busy",
  },
  {
    ...steady,
    key: "solstice",
    url: "https://n8n.solstice.example/webhook/8d2f61c0",
    label: "Solstice automation",
    events: ["AVATAR_TRAINING_FAILED"],
    created: 12,
    latency: 100,
  },
];

const domainOf = (host: string) => host.split(".").slice(-2).join(".");
const sampleDomains = new Set(sampleWebhooks.map(({ url }) => domainOf(new URL(url).hostname)));

/**
 * Returns whether a host is below a domain of the sample webhooks, all reserved by RFC 6761. No request is sent to them:
 * a resend of a sample delivery fails with an explanation.
 */
export function isSampleHost(host: string): boolean {
  return sampleDomains.has(domainOf(host));
}
