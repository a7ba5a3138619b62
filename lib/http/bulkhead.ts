/** Key and account that a request counts for. */
export type Subject = { key: string; account: string };

export type Bounds = {
  /** Requests under way at once. */
  perKey: number;
  perAccount: number;
  total: number;
  /** Requests of one account that may wait for a place. */
  waiting: number;
  /** A place stays taken after a request for as long as the request took, at most this long. Default: 0. */
  restMs?: number;
};

/** Keys or accounts without requests that are kept in the counts. */
const idleLimit = 1000;

/** Gives the place back; later calls do nothing. */
export type Release = () => void;
/** `turn` grows from one to the next. */
type Waiter = { subject: Subject; turn: number; admit: (release: Release) => void };

/**
 * Bounds the requests of one kind that are under way in this process (the bulkhead pattern): for each key, for each
 * account, and in all. Requests above a bound wait in a short queue. A free place goes to the account with the fewest
 * requests under way, then to the request that has waited longest.
 */
export class Bulkhead {
  readonly #bounds: Bounds;
  readonly #underWay = { keys: new Map<string, number>(), accounts: new Map<string, number>() };
  /** Those of one key and account wait in line: if the first has no place, no other has. An empty line is removed. */
  readonly #lines = new Map<string, Set<Waiter>>();
  readonly #waiting = new Map<string, number>();
  #total = 0;
  #latestTurn = 0;

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  /** Resolves when there is a place. Resolves with null at once when the queue is full, or after `timeoutMs`. */
  acquire(subject: Subject, timeoutMs: number): Promise<Release | null> {
    if (this.#hasPlace(subject)) return Promise.resolve(this.#admit(subject));
    if (count(this.#waiting, subject.account) >= this.#bounds.waiting) return Promise.resolve(null);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        subject,
        turn: ++this.#latestTurn,
        admit: (release) => {
          clearTimeout(timer);
          resolve(release);
        },
      };
      const timer = setTimeout(() => {
        this.#leave(waiter);
        resolve(null);
      }, timeoutMs);
      this.#join(waiter);
    });
  }

  #join(waiter: Waiter): void {
    const line = this.#lines.get(lineOf(waiter));
    if (line) line.add(waiter);
    else this.#lines.set(lineOf(waiter), new Set([waiter]));
    add(this.#waiting, waiter.subject.account, 1);
  }

  #leave(waiter: Waiter): void {
    const line = this.#lines.get(lineOf(waiter));
    line?.delete(waiter);
    if (line?.size === 0) this.#lines.delete(lineOf(waiter));
    add(this.#waiting, waiter.subject.account, -1);
  }

  #hasPlace({ key, account }: Subject): boolean {
    const { keys, accounts } = this.#underWay;
    const { perKey, perAccount, total } = this.#bounds;
    return (
      this.#total < total && count(keys, key) < perKey && count(accounts, account) < perAccount
    );
  }

  #admit(subject: Subject): Release {
    this.#add(subject, 1);
    const { restMs = 0 } = this.#bounds;
    const admittedAt = performance.now();
    const free = () => {
      this.#add(subject, -1);
      this.#admitNext();
    };
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      if (restMs === 0) free();
      else setTimeout(free, Math.min(restMs, performance.now() - admittedAt));
    };
  }

  #add({ key, account }: Subject, change: 1 | -1): void {
    this.#total += change;
    add(this.#underWay.keys, key, change);
    add(this.#underWay.accounts, account, change);
  }

  #admitNext(): void {
    const next = this.#nextWaiter();
    if (!next) return;
    this.#leave(next);
    next.admit(this.#admit(next.subject));
  }

  /** Looks at the first of each line, not at all: a thousand requests may wait. */
  #nextWaiter(): Waiter | undefined {
    let best: { waiter: Waiter; underWay: number } | undefined;
    for (const [waiter] of this.#lines.values()) {
      if (!waiter || !this.#hasPlace(waiter.subject)) continue;
      const underWay = count(this.#underWay.accounts, waiter.subject.account);
      const isNext =
        !best ||
        underWay < best.underWay ||
        (underWay === best.underWay && waiter.turn < best.waiter.turn);
      if (isNext) best = { waiter, underWay };
    }
    return best?.waiter;
  }
}

function lineOf({ subject: { key, account } }: Waiter): string {
  return `${account} ${key}`;
}

function count(map: Map<string, number>, name: string): number {
  return map.get(name) ?? 0;
}

/** Keeps names without requests, up to a number: a `Map` with steady deletions causes full collections, see `Lru`. */
function add(map: Map<string, number>, name: string, change: number): void {
  const now = count(map, name) + change;
  if (now > 0 || map.size <= idleLimit) map.set(name, now);
  else map.delete(name);
}
