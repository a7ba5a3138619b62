import { accountThreshold, type Cursors, type LaneNumber } from "@/lib/queue/capacity";
import type { Claims } from "@/lib/queue/claim";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";
import { AccountShare, type Line } from "./account-share";

/** Rows that may wait in memory for each slot. An account alone fills half of it: see `overCapacity`. Not measured. */
const depthPerSlot = 8;
/** Pause between claims while memory is a quarter full or more; then rows of other accounts get a turn. Not measured. */
const pauseMs = 50;
/** Pause after a claim that took over a millisecond for each row it returned: in durations of the claim, and at most. */
const backOff = { factor: 3, limitMs: 250 };
/** Interval of claims from the start of the index. Not measured. */
const sweepMs = 5000;
/** Margins of the floor for rows that commit after the claim: after a full claim, and after any other. Not measured. */
const fullMarginMs = 50;
const restMarginMs = 1000;

/** Shares of idle accounts that are kept: a `Map` with steady deletions causes full collections, see `Lru`. */
const idleLimit = 1000;

type Position = Pick<Claims, "oldest" | "askedAt" | "cursors">;

/** The slots of one lane, the rows that wait for them in memory, and the position in the database. See README.md. */
export class Lane {
  readonly number: LaneNumber;
  readonly slots: number;
  /** Numbers of the lanes that use these slots. */
  readonly sharedWith: LaneNumber[];
  /** Rows may be due: the next turn of the poll loop claims. */
  due: boolean = true;
  waiting = 0;
  /** The last claim found rows: a slot that becomes free is worth another claim. */
  hasBacklog: boolean = true;
  cursors: Cursors = {};
  /** Rows of one claim at most. A claim that exceeds its time limit halves it; each success raises it by an eighth. */
  claimLimit = Number.POSITIVE_INFINITY;
  /** Accounts with lines that may start a row, in round robin. */
  readonly #ring: AccountShare[] = [];
  readonly #shares = new Map<string, AccountShare>();
  readonly #within: Lane | undefined;
  #taken = 0;
  #floor: Date | null = null;
  #sweptAt = 0;
  #claimedAt = 0;
  #backOffUntil = 0;

  /** Slots of a lane `within` another are part of the slots of the other. */
  constructor(number: LaneNumber, slots: number, within?: Lane) {
    this.number = number;
    this.slots = slots;
    this.#within = within;
    this.sharedWith = [number];
    within?.sharedWith.push(number);
  }

  get free(): number {
    return Math.min(this.slots - this.#taken, this.#within?.free ?? this.slots);
  }

  /** Rows that still fit into memory. */
  get memoryLeft(): number {
    return Math.max(0, this.slots * depthPerSlot - this.waiting);
  }

  /** Rows that the next claim may return: the share of an account with no rows, or the rest of an account alone. */
  get limit(): number {
    const half = (this.slots * depthPerSlot) / 2;
    return this.isFilling ? half - this.waiting : Math.ceil(this.memoryLeft / 2);
  }

  /** Slots of an account for targets without a history: an eighth, as for one webhook not known to be fast. Not measured. */
  get newTargetLimit(): number {
    return Math.max(1, Math.floor(this.slots / 8));
  }

  /** Memory is less than a quarter full. */
  get isFilling(): boolean {
    return this.waiting * 4 < this.slots * depthPerSlot;
  }

  get wantsClaim(): boolean {
    return this.due && !this.isBackingOff && (this.isFilling || this.#hasPaused);
  }

  /** The claim before searched long for few rows. */
  get isBackingOff(): boolean {
    return performance.now() < this.#backOffUntil;
  }

  get #hasPaused(): boolean {
    return this.memoryLeft > 0 && performance.now() - this.#claimedAt >= pauseMs;
  }

  /** Longest pause before the next claim while rows may be due; null when nothing is due or memory is full. */
  get restMs(): number | null {
    if (!this.due || this.memoryLeft === 0) return null;
    const backOffMs = this.#backOffUntil - performance.now();
    return backOffMs > 0 ? backOffMs : pauseMs;
  }

  shareOf(accountId: string): AccountShare {
    const known = this.#shares.get(accountId);
    if (known) return known;
    const share = new AccountShare(accountId);
    this.#shares.set(accountId, share);
    return share;
  }

  /** Returns the shares of accounts with rows or requests: of these, or of all. */
  shares(accountIds: Iterable<string> = this.#shares.keys()): AccountShare[] {
    const shares = [...accountIds].flatMap((id) => this.#shares.get(id) ?? []);
    return shares.filter(({ isIdle }) => !isIdle);
  }

  /** Adds the line, and so its account, to the round robin. */
  enlist(line: Line): void {
    line.share.ready.push(line);
    this.#list(line.share);
  }

  /** Returns the next line: round robin by account, then by webhook, a row each, among accounts below the threshold. */
  next(): Line | undefined {
    for (let left = this.#ring.length; left > 0; left--) {
      const share = this.#ring.shift();
      if (!share) return;
      share.isListed = false;
      const admitted = share.ready.length > 0 && this.#admits(share.accountId);
      const line = admitted ? share.ready.shift() : undefined;
      if (share.ready.length > 0) this.#list(share);
      else this.#removeIfIdle(share);
      if (line) return line;
    }
    return;
  }

  /** Counts a row that starts to wait in memory. `isFast`: its webhook is known to be fast. */
  hold(row: LeasedDelivery, isFast: boolean): void {
    const share = this.shareOf(row.accountId);
    share.waiting++;
    this.waiting++;
    if (row.isNew && !isFast) share.newTargets.add(row);
  }

  /** Uncounts a row that leaves memory without being sent. */
  drop(row: LeasedDelivery): void {
    const share = this.shareOf(row.accountId);
    share.waiting--;
    this.waiting--;
    share.newTargets.delete(row);
    this.#removeIfIdle(share);
  }

  /** Takes a slot for a row that waited. */
  acquire(row: LeasedDelivery): void {
    this.#take(row.accountId, 1);
    const share = this.shareOf(row.accountId);
    share.waiting--;
    this.waiting--;
    if (share.newTargets.has(row)) share.newInFlight++;
  }

  /** Frees the slot of a row, and lines blocked by the allowance for new targets. */
  release(row: LeasedDelivery): void {
    const share = this.shareOf(row.accountId);
    if (share.newTargets.delete(row)) share.newInFlight--;
    for (const line of share.blocked.splice(0)) this.enlist(line);
    this.#take(row.accountId, -1);
  }

  /** Returns true when the allowance for new targets of the account is used up and the row needs it. */
  holdsBack(row: LeasedDelivery): boolean {
    const share = this.shareOf(row.accountId);
    return share.newTargets.has(row) && share.newInFlight >= this.newTargetLimit;
  }

  /** Keeps the position of a claim. `isFull`: it returned as many rows as requested. */
  noteClaim({ oldest, askedAt, cursors }: Position, isFull: boolean) {
    this.#claimedAt = performance.now();
    this.cursors = cursors;
    if (isFull && oldest) this.#floor = new Date(oldest.getTime() - fullMarginMs);
    else if (askedAt) this.#floor = new Date(askedAt.getTime() - restMarginMs);
  }

  /** Pauses after a claim that searched long for few rows, so that such claims take a quarter of the time at most. */
  noteYield(rows: number, tookMs: number): void {
    if (tookMs <= rows) return;
    this.#backOffUntil = performance.now() + Math.min(backOff.factor * tookMs, backOff.limitMs);
  }

  /** True when the next claim reads from the start. */
  isToSweep(nowMs: number): boolean {
    return nowMs - this.#sweptAt >= sweepMs;
  }

  /** Requests a claim that reads from the start. A look that is under way does not replace it. */
  claimFromStart(): void {
    this.#sweptAt = Number.NEGATIVE_INFINITY;
    this.due = true;
  }

  /** Notes that a look from the start found no due row, so that no claim needs to. */
  noteSwept(nowMs: number): void {
    if (this.#sweptAt > Number.NEGATIVE_INFINITY) this.#sweptAt = nowMs;
  }

  /**
   * Returns the earliest due time that a claim or a look at this time reads; null for all. The floor skips index entries of
   * deleted rows, which vacuum cannot remove while a transaction elsewhere stays open. Every 5 s a claim reads from the start,
   * for rows that were committed late.
   */
  floorAt(nowMs: number): Date | null {
    return this.isToSweep(nowMs) ? null : this.#floor;
  }

  /** Returns the floor of a claim that begins now, which is the sweep if one is due. */
  beginClaim(nowMs: number): Date | null {
    const floor = this.floorAt(nowMs);
    if (this.isToSweep(nowMs)) this.#sweptAt = nowMs;
    return floor;
  }

  /**
   * Applies the dynamic threshold of `overCapacity` to requests in flight. The last free slot is for an account without
   * any: with fewer than eight slots the threshold alone would give it away. A lane within another obeys both.
   */
  #admits(accountId: string): boolean {
    const { inFlight } = this.#shares.get(accountId) ?? { inFlight: 0 };
    const free = this.slots - this.#taken;
    const isBelow = inFlight === 0 || (free > 1 && inFlight < accountThreshold * free);
    return isBelow && (!this.#within || this.#within.#admits(accountId));
  }

  #take(accountId: string, n: 1 | -1): void {
    const share = this.shareOf(accountId);
    this.#taken += n;
    share.inFlight += n;
    this.#removeIfIdle(share);
    if (this.#within) this.#within.#take(accountId, n);
  }

  #list(share: AccountShare): void {
    if (share.isListed) return;
    share.isListed = true;
    this.#ring.push(share);
  }

  #removeIfIdle({ isIdle, accountId }: AccountShare): void {
    if (isIdle && this.#shares.size > idleLimit) this.#shares.delete(accountId);
  }
}
