const silentMs = 700;
const askAgainMs = 500;
const unansweredLimit = 3;

/**
 * Whether the database answers at all, felt only while somebody waits for it. The question goes the way of all
 * others, through the pool: when that is exhausted, nobody gets an answer either.
 */
export class Pulse {
  readonly #ask: () => Promise<unknown>;
  #silentSince: number | null = null;
  #askedAt: number = Number.NEGATIVE_INFINITY;
  #unanswered = 0;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** It was asked and has not answered for a while; whoever waits, waits in vain. */
  get silent(): boolean {
    return this.#silentSince !== null && performance.now() - this.#silentSince >= silentMs;
  }

  /** Asks again while there is no answer, for the connection that was asked may be the one that is lost. */
  feel(): void {
    const now = performance.now();
    if (now - this.#askedAt < askAgainMs || this.#unanswered === unansweredLimit) return;
    this.#askedAt = now;
    this.#silentSince ??= now;
    this.#unanswered++;
    // An error is an answer: then what others ask fails by itself, and says why.
    const answered = () => {
      this.#unanswered--;
      this.#silentSince = null;
    };
    this.#ask().then(answered, answered);
  }
}
