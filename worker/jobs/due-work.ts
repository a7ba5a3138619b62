import type { Sql } from "@/db/client";
import type { LaneNumber } from "@/lib/queue/capacity";
import type { Floors } from "@/worker/scheduler/lane";

/** Rows that exist while there is work of a kind. Each query reads the start of an index. */
const work = {
  alerts: "alerts where due_at <= now()",
  fanOuts: "fan_outs",
  replays: "replays where finished_at is null and next_step_at <= now()",
  resumptions: "resumptions",
  tallies: "tally_entries",
};
export type WorkKind = keyof typeof work;
const kinds = Object.keys(work) as WorkKind[];

/** Rows due in each lane. Those of lanes 0 and 2 are read from the floor, as claims do. */
const lanes = [
  "queue where lane = 0 and due_at <= now() and due_at >= $1::text::timestamptz",
  "queue where lane = 1 and due_at <= now()",
  "queue where lane = 2 and due_at <= now() and due_at >= $2::text::timestamptz",
];

const statement = `select ${[
  ...kinds.map((kind) => `exists (select from ${work[kind]}) as "${kind}"`),
  ...lanes.map((rows, lane) => `exists (select from ${rows}) as "lane${lane}"`),
].join(", ")}`;

type Row = Record<WorkKind, boolean> & Record<`lane${LaneNumber}`, boolean>;

/**
 * Looks for all kinds of work in one statement, once a second, so that an idle worker asks one question and not one for
 * each job. A job is woken while it has work, and runs by itself every few seconds as well.
 */
export class DueWork {
  readonly #sql: Sql;
  readonly #wakes = new Map<WorkKind, () => void>();

  /** `sql` plans each statement once. */
  constructor(sql: Sql) {
    this.#sql = sql;
  }

  /** Calls `wake` whenever a look finds work of this kind. */
  on(kind: WorkKind, wake: () => void): void {
    this.#wakes.set(kind, wake);
  }

  /** Wakes the jobs that have work. Returns the lanes with due rows. */
  async look(floors: Floors): Promise<LaneNumber[]> {
    const from = [floors[0], floors[2]].map((floor) => floor?.toISOString() ?? "-infinity");
    const [found] = await this.#sql.unsafe<Row[]>(statement, from, { prepare: true });
    if (!found) return [];
    for (const kind of kinds) if (found[kind]) this.#wakes.get(kind)?.();
    return ([0, 1, 2] as const).filter((lane) => found[`lane${lane}`]);
  }
}
