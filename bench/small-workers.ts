import { setTimeout as delay } from "node:timers/promises";
import type { Contender } from "./contender";
import { limitCpu } from "./cpu-share";
import { type MachineUse, watchMachine } from "./machine";
import { type Role, startRole } from "./role";
import type { Scope } from "./scope";
import { backlog, furnish } from "./world";

/** Share of a core that each worker gets. Eight of them, Postgres and the receiver then need one and a half cores. */
export const coreShare = 0.1;
/** Deliveries of each worker before it is limited: compiling its code would take it seconds. */
const warmUp = 4000;
/** More than a worker delivers in a second with its share, so that the backlog outlasts the measurement. */
const mostPerSecond = 1500;

/**
 * Drains a backlog with workers that have a small share of a core each, as if each had a small machine of its own: eight of
 * them them fit on a machine of two cores. Returns the deliveries a second and the cores that each part used.
 */
export async function drainWithSmallWorkers(
  { database, receiver, quick }: Scope,
  workers: number,
  webhooks: number,
): Promise<MachineUse & { perSecond: number }> {
  const seconds = quick ? 6 : 15;
  const jobs = workers * (warmUp + mostPerSecond * seconds);
  const address = `${await receiver.call("url")}/ok`;
  const ids = await furnish(database.sql, Array(webhooks).fill(address));
  await backlog(database.sql, ids, jobs);
  await database.sql`checkpoint`;
  await receiver.call("reset");
  const started = Array.from({ length: workers }, () => startRole<Contender>("roles/postback.ts"));
  const groups: (() => void)[] = [];
  try {
    const setup = { database: database.url, redis: "", jobs, receiver: "" };
    await Promise.all(started.map((worker) => worker.call("prepare", setup)));
    await Promise.all(started.map((worker) => worker.call("run")));
    await receiver.call("reached", workers * warmUp);
    for (const { pid } of started) groups.push(limitCpu(pid, coreShare));
    return await measure(started);
  } finally {
    await Promise.all(started.map((worker) => worker.stop()));
    for (const remove of groups) remove();
  }

  async function measure(roles: Role<Contender>[]) {
    // By then they send what they claimed with their share.
    await delay(2000);
    const used = watchMachine({
      workers: roles.map(({ pid }) => pid),
      Postgres: [database.pid],
      receiver: [receiver.pid],
    });
    const [startedAt, before] = [performance.now(), await receiver.call("requests")];
    await delay(seconds * 1000);
    const sent = (await receiver.call("requests")) - before;
    const perSecond = (sent / (performance.now() - startedAt)) * 1000;
    const use = used();
    const [queue] =
      await database.sql`select exists (select from queue where not leased) as is_left`;
    if (!queue?.isLeft) throw new Error("The backlog was drained before the measurement ended.");
    return { ...use, perSecond };
  }
}
