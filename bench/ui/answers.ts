import type { Figure } from "../measure";
import { quantile } from "../measure";
import { lookAround, type Subject } from "./subject";

const rounds = 20;
/** Total time after which a measurement ends early. */
const timeoutMs = 8000;
const goals = { list: 150, figures: 150, page: 200 };

/** Measures each list with each filter, statistics, and the time to first byte of each page. */
export async function answers(subject: Subject): Promise<Figure[]> {
  const { delivery, webhook, video } = await lookAround(subject);
  const since = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const lists = [
    "/v1/deliveries?limit=50",
    "/v1/deliveries?status=failed",
    "/v1/deliveries?status=pending",
    "/v1/deliveries?status=failed,pending",
    "/v1/deliveries?status=cancelled",
    "/v1/deliveries?event=AVATAR_TRAINING_FAILED",
    "/v1/deliveries?cause=tls",
    "/v1/deliveries?cause=timeout,http_429",
    "/v1/deliveries?trigger=test",
    `/v1/deliveries?webhook=${webhook}`,
    `/v1/deliveries?webhook=${webhook}&status=pending`,
    `/v1/deliveries?since=${since(1)}`,
    `/v1/deliveries?from=${since(168)}&to=${since(167)}&status=failed`,
    `/v1/deliveries?q=${video}`,
    `/v1/deliveries?q=${delivery.id}`,
    `/v1/deliveries?q=${webhook}`,
    "/v1/deliveries?q=kitehouse",
    "/v1/deliveries?q=no-such-thing-anywhere",
    `/v1/deliveries/${delivery.id}`,
    `/v1/deliveries/${delivery.id}/attempts/1`,
    "/v1/events?limit=50",
    `/v1/events?q=${video}`,
    `/v1/events/${delivery.eventId}`,
    "/v1/webhooks",
    "/v1/audit",
    "/v1/operational-events",
    "/v1/replays",
    "/v1/api-keys",
  ];
  const figures = [
    "/v1/stats",
    "/v1/stats?since=7d",
    "/v1/webhook-health",
    `/v1/webhooks/${webhook}/health`,
  ];
  const pages = [
    "/",
    "/webhooks",
    "/deliveries",
    `/deliveries/${delivery.id}`,
    "/events",
    "/audit",
  ];
  return [
    ...(await timed(subject, "list", lists)),
    ...(await timed(subject, "figures", figures)),
    ...(await timed(subject, "page", pages)),
  ];
}

async function timed(subject: Subject, row: keyof typeof goals, paths: string[]) {
  const seen: Figure[] = [];
  for (const path of paths) {
    const { p95, status } = await p95Of(subject, path);
    const what = `${path.slice(0, 78)} p95`;
    const goal = { of: "figure", atMost: goals[row] } as const;
    const note = status === 200 ? "" : `answered ${status}`;
    seen.push({ row, what, figure: p95, unit: "ms", goal, note });
  }
  return seen;
}

async function p95Of({ origin, cookie }: Subject, path: string) {
  const times: number[] = [];
  const ask = async () => {
    const startedMs = performance.now();
    const answer = await fetch(origin + path, { headers: { cookie }, redirect: "manual" });
    const tookMs = performance.now() - startedMs;
    await answer.arrayBuffer();
    return { status: answer.status, tookMs };
  };
  const { status } = await ask();
  const endMs = performance.now() + timeoutMs;
  while (times.length < rounds && performance.now() < endMs) times.push((await ask()).tookMs);
  return { status, p95: status === 200 ? quantile(times, 0.95) : Number.NaN };
}
