import { setImmediate as nextTurn } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { log } from "@/lib/log";
import { noteClaim } from "@/lib/metrics/note";
import type { Claims } from "@/lib/queue/claim";
import type { Claimed } from "@/lib/queue/claimed";
import type { Stored } from "@/lib/queue/enqueue";
import type { HandOff, Outlet } from "@/lib/queue/queue";
import { noRoom, type Room } from "@/lib/queue/room";
import type { Channel } from "@/lib/queue/wake";
import { Bell } from "./bell";
import { Dispatch } from "./dispatch";
import { failPoint } from "./fail-point";
import { type Lane, type Lanes, lanesOf } from "./lane";
import type { Sender } from "./send";

/** Notifications are hints; this is how late a due delivery is found when one is missed. */
const pollMs = 1000;
/** How often what waits for its webhook's rate is looked at. */
const rateMs = 50;
/** Rows of a webhook that a full claim has no room for, or such claims, until all it has due is moved at once. */
const crowdLimit = 16;
const crowdingsLimit = 4;

type Settings = { sql: Sql; queue: Outlet; sender: Sender; concurrency: number };

/** Claims what is due whenever there is room for it, and waits for more. */
export class Loop implements HandOff {
  readonly #queue: Outlet;
  readonly #lanes: Lanes;
  readonly #dispatch: Dispatch;
  readonly #bell = new Bell();
  readonly #stopping = new AbortController();
  /** Until then something may wait for its webhook's rate. */
  #ratedUntil = 0;

  constructor({ sql, queue, sender, concurrency }: Settings) {
    this.#queue = queue;
    this.#lanes = lanesOf(concurrency);
    const freed = () => {
      if (this.#calling().length > 0) this.#bell.ring();
    };
    this.#dispatch = new Dispatch({ sql, queue, sender, lanes: this.#lanes, freed });
  }

  /** Something may be due. */
  wake = (channel: Channel = "due"): void => {
    const { normal, slow } = this.#lanes;
    (channel === "due" ? normal : slow).due = true;
    this.#bell.ring();
  };

  /** For rows that are about to be written, leased to this process. */
  room(): Room {
    const { normal } = this.#lanes;
    if (this.#dispatch.isOverfull) return noRoom;
    return this.#dispatch.desk.room(normal, 2 * normal.depth - normal.waiting);
  }

  take({ claimed, aside }: Stored): void {
    const { desk } = this.#dispatch;
    failPoint("after_claim");
    desk.put(claimed, this.#lanes.normal);
    for (const webhookId of aside) {
      const visit = desk.visit(webhookId);
      // Its next answer makes room.
      if (visit && visit.held > 0) visit.awaited = true;
      else this.#lanes.slow.due = true;
    }
    if (aside.length > 0) this.#bell.ring();
  }

  /** Stops claiming; `run` then ends when everything under way is recorded. */
  stop(): void {
    this.#stopping.abort();
    this.#bell.ring();
  }

  async run(): Promise<void> {
    const polling = setInterval(() => {
      for (const lane of Object.values(this.#lanes)) lane.due = true;
      this.#bell.ring();
      this.#dispatch.tick();
    }, pollMs);
    while (!this.#stopping.signal.aborted) {
      // One after the other: what a claim takes, the next one must know of.
      for (const lane of this.#calling()) await this.#claim(lane);
      if (this.#calling().length === 0) await this.#rest();
    }
    await this.#dispatch.stop();
    clearInterval(polling);
  }

  #calling(): Lane[] {
    if (this.#dispatch.isOverfull) return [];
    return Object.values(this.#lanes).filter(({ calls }) => calls);
  }

  async #rest(): Promise<void> {
    const isRated = performance.now() < this.#ratedUntil;
    await this.#bell.wait(isRated ? rateMs : pollMs);
    if (isRated) this.#lanes.slow.due = true;
    // What comes within one turn is seen to by one claim.
    await nextTurn();
  }

  /** A database that is away is asked again after a pause. */
  async #claim(lane: Lane): Promise<void> {
    lane.due = false;
    const room = this.#dispatch.desk.room(lane, lane.depth - lane.waiting);
    try {
      const askedAt = performance.now();
      const claims = await this.#queue.claim(lane.number, room, lane.floor(askedAt));
      noteClaim(claims, performance.now() - askedAt);
      failPoint("after_claim");
      this.#found(claims, lane, room);
    } catch (error) {
      log.warn({ err: error }, "nothing can be claimed; the database may be away");
      await this.#bell.wait(pollMs * (0.5 + Math.random()));
      lane.due = true;
    }
  }

  #found(claims: Claims, lane: Lane, room: Room): void {
    const { claimed, failed, crowded, isRated, examined } = claims;
    const isFull = examined === room.limit;
    for (const { deliveryId } of failed) log.error({ deliveryId }, "given up: workers were lost");
    lane.found(claims, isFull);
    if (examined > claimed.length || isFull) lane.due = true;
    if (isRated) this.#ratedUntil = performance.now() + 2 * pollMs;
    if (lane === this.#lanes.slow && !isFull) this.#wereServed(claimed, room);
    this.#put(claimed, lane);
    this.#setAside(crowded, isFull);
  }

  /** What a quick webhook had no room for may use the other slots as well: they are free again in no time. */
  #put(claimed: Claimed[], lane: Lane): void {
    const { desk } = this.#dispatch;
    const { normal, slow } = this.#lanes;
    const isQuick = ({ webhookId }: Claimed) => desk.visit(webhookId)?.isQuick;
    const passed = lane === slow && normal.waiting < normal.depth ? claimed.filter(isQuick) : [];
    const moved = new Set(passed);
    desk.put(passed, normal);
    desk.put(moved.size === 0 ? claimed : claimed.filter((one) => !moved.has(one)), lane);
  }

  /** Who got less than it was certain to get has nothing more waiting in lane 1. */
  #wereServed(claimed: Claimed[], { busy }: Room): void {
    const got = new Map<string, number>();
    for (const { webhookId } of claimed) got.set(webhookId, (got.get(webhookId) ?? 0) + 1);
    for (const { webhookId, held, room } of busy) {
      const visit = this.#dispatch.desk.visit(webhookId);
      const certain = room ?? (held === 0 ? 1 : 0);
      if (visit && (got.get(webhookId) ?? 0) < certain) visit.awaited = false;
    }
  }

  /** These webhooks had no room for all that was due; when the claim was full, more of theirs may be behind. */
  #setAside(crowded: Map<string, number>, isFull: boolean): void {
    const drowning: string[] = [];
    for (const [webhookId, count] of crowded) {
      const visit = this.#dispatch.desk.visit(webhookId);
      if (visit) visit.awaited = true;
      // Of a quick one the claims move what they meet: the rest is theirs in a moment.
      if (!isFull || visit?.isQuick) continue;
      const crowdings = visit ? ++visit.crowdings : 0;
      if (count >= crowdLimit || crowdings >= crowdingsLimit) drowning.push(webhookId);
    }
    this.#dispatch.moveAside(drowning);
    if (crowded.size > 0) this.#lanes.slow.due = true;
  }
}
