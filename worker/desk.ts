import type { Claimed } from "@/lib/queue/claimed";
import type { Room } from "@/lib/queue/room";
import type { Lane, Line } from "./lane";
import { Visit } from "./visit";

const forgetMs = 10_000;

type Start = (claimed: Claimed, lane: Lane) => void;

/**
 * What this process has claimed: each webhook's rows wait in line until there is a slot and the webhook has not
 * too many under way. Webhooks take turns.
 */
export class Desk {
  readonly #start: Start;
  readonly #visits = new Map<string, Visit>();
  readonly #lines = new Map<string, Line>();
  /** Lines of webhooks that have as much under way as they may. */
  readonly #held = new Map<Visit, Line[]>();

  constructor(start: Start) {
    this.#start = start;
  }

  put(claimed: Claimed[], lane: Lane): void {
    for (const row of claimed) {
      const visit = this.#visitOf(row);
      visit.hold(lane.number);
      lane.waiting++;
      const line = this.#lines.get(key(row.webhookId, lane));
      if (line) line.rows.push(row);
      else this.#open({ visit, lane, rows: [row] });
    }
    this.#pump(lane);
  }

  /** Frees the slot for the next in line. */
  done({ webhookId }: Claimed, lane: Lane, tookMs: number | null): void {
    const visit = this.visit(webhookId);
    lane.give();
    if (!visit) return;
    visit.inFlight--;
    visit.release(lane.number, tookMs);
    this.#readmit(visit);
  }

  /** Begins nothing more of a webhook until what waits of it was taken out. */
  hold(webhookId: string): void {
    const visit = this.#visits.get(webhookId);
    if (visit) visit.isOnHold = true;
  }

  /** Starts what can be started. */
  pump(lanes: Lane[]): void {
    for (const lane of lanes) this.#pump(lane);
  }

  /** Takes out what waits here, of one webhook or of all. */
  clear(webhookId?: string): Claimed[] {
    for (const visit of this.#visits.values()) {
      if (webhookId === undefined || visit.webhookId === webhookId) visit.isOnHold = false;
    }
    const lines = [...this.#lines.values()].filter(
      ({ visit }) => webhookId === undefined || visit.webhookId === webhookId,
    );
    return lines.flatMap(({ visit, lane, rows }) => {
      this.#readmit(visit);
      for (const _ of rows) visit.release(lane.number, null);
      lane.waiting -= rows.length;
      return rows.splice(0);
    });
  }

  visit(webhookId: string): Visit | undefined {
    return this.#visits.get(webhookId);
  }

  visits(): Iterable<Visit> {
    return this.#visits.values();
  }

  /** What a claim for this lane may bring. Slots that quick webhooks use are free again in no time. */
  room(lane: Lane, limit: number): Room {
    let used = 0;
    const busy = [...this.#visits.values()].map((visit) => {
      const { webhookId, held, room } = visit;
      const inLane = visit.heldIn(...lane.sharedWith);
      if (room === null) used += inLane;
      return { webhookId, held, inLane, room };
    });
    return { limit, slots: Math.max(0, lane.slots - used), busy };
  }

  /** Of webhooks with nothing to do for a while. */
  forget(): void {
    const before = performance.now() - forgetMs;
    for (const [id, { held, usedAt }] of this.#visits) {
      if (held === 0 && usedAt < before) this.#visits.delete(id);
    }
  }

  #visitOf(row: Claimed): Visit {
    const known = this.#visits.get(row.webhookId);
    const visit = known ?? new Visit(row);
    if (!known) this.#visits.set(row.webhookId, visit);
    visit.maxConcurrency = row.maxConcurrency;
    return visit;
  }

  #open(line: Line): void {
    this.#lines.set(key(line.visit.webhookId, line.lane), line);
    line.lane.ready.push(line);
  }

  #pump(lane: Lane): void {
    while (lane.free > 0) {
      const line = lane.ready.shift();
      if (!line) return;
      if (line.rows.length > 0 && line.visit.isFull) this.#wait(line);
      else this.#serve(line);
    }
  }

  #readmit(visit: Visit): void {
    for (const line of this.#held.get(visit) ?? []) line.lane.ready.push(line);
    this.#held.delete(visit);
  }

  #wait(line: Line): void {
    const others = this.#held.get(line.visit);
    if (others) others.push(line);
    else this.#held.set(line.visit, [line]);
  }

  #serve(line: Line): void {
    const { visit, lane, rows } = line;
    const row = rows.shift();
    if (rows.length > 0) lane.ready.push(line);
    else this.#lines.delete(key(visit.webhookId, lane));
    if (!row) return;
    lane.waiting--;
    lane.take();
    visit.inFlight++;
    this.#start(row, lane);
  }
}

function key(webhookId: string, { number }: Lane): string {
  return `${number} ${webhookId}`;
}
