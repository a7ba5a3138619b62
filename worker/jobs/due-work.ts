import type { Sql } from "@/db/client";
import type { Floors, LaneNumber } from "@/lib/queue/capacity";

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

const now = [
  ...kinds.map((kind) => `exists (select from ${work[kind]}) as "${kind}"`),
  ...lanes.map((rows, lane) => `exists (select from ${rows}) as "lane${lane}"`),
];

/** Longest pause between two looks of an idle worker. */
export const idleLookMs = 5000;

const soon = (column: string) =>
  `${column} > now() and ${column} <= now() + ${idleLookMs} * interval '1 ms'`;
/** Times at which work becomes due by itself before the next look of an idle worker. */
const comingTimes = [
  ...[0, 1, 2].map(
    (lane) => `select min(due_at) from queue where lane = ${lane} and ${soon("due_at")}`,
  ),
  `select min(due_at) from alerts where ${soon("due_at")}`,
  `select min(next_step_at) from replays where finished_at is null and ${soon("next_step_at")}`,
].map((query) => `(${query})`);
const coming = `(extract(epoch from least(${comingTimes.join(", ")}) - now()) * 1000)::float8 as coming_ms`;

const statements = {
  busy: `select ${now.join(", ")}`,
  // Leases in the past of a busy worker would be read as well.
  idle: `select ${[...now, coming].join(", ")}`,
};

type Row = Record<WorkKind, boolean> &
  Record<`lane${LaneNumber}`, boolean> & { comingMs?: number | null };

/** Result of a look. `comingMs` is the time until more work is due, if that is before the next look of an idle worker. */
export type Due = { lanes: LaneNumber[]; hasWork: boolean; comingMs: number | null };

/**
 * Looks for all kinds of work in one statement, so that an idle worker asks one question and not one for each job. A job
 * is woken while it has work, and runs by itself once a minute as well.
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
  async look(floors: Floors, isIdle: boolean): Promise<Due> {
    const from = [floors[0], floors[2]].map((floor) => floor?.toISOString() ?? "-infinity");
    const statement = isIdle ? statements.idle : statements.busy;
    const [found] = await this.#sql.unsafe<Row[]>(statement, from, { prepare: true });
    if (!found) return { lanes: [], hasWork: false, comingMs: null };
    const present = kinds.filter((kind) => found[kind]);
    for (const kind of present) this.#wakes.get(kind)?.();
    const due = ([0, 1, 2] as const).filter((lane) => found[`lane${lane}`]);
    const hasWork = present.length + due.length > 0;
    return { lanes: due, hasWork, comingMs: found.comingMs ?? null };
  }
}
