import { now } from "../clock";
import type { Contender } from "../contender";
import { type Figure, interleaved, median, quantile } from "../measure";
import { addWebhooks } from "../neighbours/tenants";
import { type Product, startProduct } from "../product";
import { startRole } from "../role";
import type { Scope } from "../scope";
import { publish } from "../world";

const webhooks = 5000;
const inserted = 5000;
const row = "large";

/** An account with 5,000 webhooks for one event, and a backlog of 500,000 deliveries. */
export async function large(scope: Scope): Promise<Figure[]> {
  return [...(await manyWebhooks(scope)), ...(await longBacklog(scope))];
}

async function manyWebhooks({ database, receiver, quick }: Scope): Promise<Figure[]> {
  const events = quick ? 5 : 20;
  const product = await startProduct(database, "whole", { WEBHOOKS_PER_ACCOUNT: "6000" });
  const [body = ""] = await product.furnish([]);
  const { accountId } = JSON.parse(body);
  await addWebhooks(product.sql, accountId, await receiver.call("url"), webhooks);
  await receiver.call("reset");
  const answered: number[] = [];
  for (let n = 0; n < events; n++) {
    answered.push(await timed(product, "/v1/events", { method: "POST", body }));
    await receiver.call("reached", (n + 1) * webhooks);
  }
  await product.recorded(events * webhooks);
  const listed: number[] = [];
  for (let n = 0; n < 10; n++) {
    listed.push(await timed(product, `/v1/webhook-settings?account=${accountId}`));
  }
  await product.stop();
  const many = webhooks.toLocaleString("en");
  return [
    {
      row,
      what: `event for ${many} webhooks answered, p50; all delivered`,
      figure: median(answered),
      unit: "ms",
      goal: { of: "figure", atMost: 50 },
      note: `p99 ${quantile(answered, 0.99).toFixed(0)} ms`,
    },
    {
      row,
      what: `settings of ${many} webhooks read, p50`,
      figure: median(listed),
      unit: "ms",
      goal: { of: "figure", atMost: 200 },
      note: `first ${listed[0]?.toFixed(0)} ms`,
    },
  ];
}

/** Drains the first deliveries of a short and of a long backlog, and reads the state of the system before it. */
async function longBacklog(scope: Scope): Promise<Figure[]> {
  const [short, long] = scope.quick ? [20_000, 100_000] : [40_000, 500_000];
  const systemMs: number[] = [];
  const { normal, crowded } = await interleaved(scope.rounds, {
    normal: async () => (await drained(scope, short, short)).perSecond,
    crowded: async () => {
      const seen = await drained(scope, long, short);
      systemMs.push(seen.systemMs);
      return seen.perSecond;
    },
  });
  const deliveries = `${long.toLocaleString("en")} deliveries wait`;
  return [
    {
      row,
      what: `drained while ${deliveries}`,
      figure: crowded,
      unit: "/s",
      reference: { name: `of ${short.toLocaleString("en")}`, figure: normal },
      goal: { of: "ratio", atLeast: 0.8 },
    },
    {
      row,
      what: `/v1/system while ${deliveries}, p50`,
      figure: median(systemMs),
      unit: "ms",
      goal: { of: "figure", atMost: 500 },
    },
  ];
}

async function drained({ database, receiver }: Scope, waiting: number, measured: number) {
  const product = await startProduct(database, "web");
  const [body = ""] = await product.furnish([]);
  const { accountId } = JSON.parse(body);
  await addWebhooks(product.sql, accountId, await receiver.call("url"), 50);
  const ids = await product.sql<{ id: string }[]>`select id from webhooks`;
  for (let n = 0; n < waiting; n += inserted) {
    const some = Array.from({ length: inserted }, (_, i) => ids[i % ids.length]?.id ?? "");
    await publish(product.sql, some);
  }
  await product.sql`analyze`;
  await product.sql`checkpoint`;
  const asked: number[] = [];
  for (let n = 0; n < 5; n++) asked.push(await timed(product, "/v1/system"));

  await receiver.call("reset");
  const worker = startRole<Contender>("roles/postback.ts");
  const setup = { database: product.databaseUrl, redis: "", jobs: 0, receiver: "" };
  await worker.call("prepare", setup);
  const startedAt = now();
  await worker.call("run");
  const endedAt = await receiver.call("reached", measured);
  await worker.call("end");
  await worker.stop();
  await product.stop();
  return { perSecond: (measured / (endedAt - startedAt)) * 1000, systemMs: median(asked) };
}

async function timed(product: Product, path: string, request: RequestInit = {}): Promise<number> {
  const startedAt = now();
  const answer = await fetch(product.origin + path, {
    headers: product.events.headers,
    ...request,
  });
  await answer.arrayBuffer();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return now() - startedAt;
}
