import { now } from "../clock";
import type { Contender, Setup } from "../contender";
import { type Figure, interleaved } from "../measure";
import { startRole } from "../role";
import type { Scope } from "../scope";
import { backlog, furnish, untilRecorded } from "../world";

const webhooks = 50;

const peers = {
  "graphile-worker": { file: "peers/graphile-worker.ts", goal: 1.4 },
  "pg-boss": { file: "peers/pg-boss.ts", goal: 1.6 },
  BullMQ: { file: "peers/bullmq.ts", goal: 2 },
};

/** Drains a backlog until the last attempt is recorded: Postback's queue, others, and bare sending. */
export async function drain({
  database,
  receiver,
  redis,
  quick,
  rounds,
}: Scope): Promise<Figure[]> {
  const jobs = quick ? 10_000 : 40_000;
  const setup: Setup = {
    database: database.url,
    redis: redis?.url ?? "",
    jobs,
    receiver: await receiver.call("url"),
  };
  const queued = (file: string) => () => perSecond(file, true);
  const found = Object.entries(peers).filter(([name]) => redis || name !== "BullMQ");

  const {
    postback = 0,
    "bare dispatch": dispatch = 0,
    "bare request": request = 0,
    ...others
  } = await interleaved<string>(rounds, {
    postback: queued("roles/postback.ts"),
    "bare dispatch": () => perSecond("roles/bare-dispatch.ts", false),
    "bare request": () => perSecond("roles/bare-request.ts", false),
    ...Object.fromEntries(found.map(([name, { file }]) => [name, queued(file)])),
  });
  const against = (name: string, figure: number, atLeast: number): Figure => ({
    row: "drain",
    what: `${jobs.toLocaleString("en")} deliveries, attempts recorded`,
    figure: postback,
    unit: "/s",
    reference: { name, figure },
    goal: { of: "ratio", atLeast },
  });
  return [
    against("bare dispatch + HMAC", dispatch, 0.45),
    against("undici.request + HMAC", request, 0.7),
    ...found.map(([name, { goal }]) => against(name, others[name] ?? 0, goal)),
  ];

  async function perSecond(file: string, recorded: boolean): Promise<number> {
    const { sql } = database;
    const ids = await furnish(sql, Array(webhooks).fill(`${setup.receiver}/ok`));
    if (recorded) await backlog(sql, ids, jobs);
    await sql`drop schema if exists graphile_worker, pgboss cascade`;
    await sql`checkpoint`;
    await receiver.call("reset");
    const contender = startRole<Contender>(file);
    try {
      await contender.call("prepare", setup);
      // Jobs in another queue must not wait in ours.
      if (!file.includes("postback")) await sql`truncate queue`;
      const startedAt = now();
      await contender.call("run");
      const sentAt = await receiver.call("reached", jobs);
      const endedAt = recorded ? await untilRecorded(sql, jobs) : sentAt;
      await contender.call("end");
      return (jobs / (endedAt - startedAt)) * 1000;
    } finally {
      await contender.stop();
    }
  }
}
