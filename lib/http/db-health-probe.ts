import { isSilence } from "@/db/away";

/** Looks for an answer, one after the other, that find none until the database counts as silent: 0.7 s. */
const silentLooks = 7;
const lookMs = 100;
const askAgainMs = 500;
const unansweredLimit = 3;

/**
 * Health probe of the database, sent only while a request waits for it. It uses the same pool as the requests: when
 * that is exhausted, requests get no answer either. Looks are counted instead of time: while this process is busy, an answer
 * waits to be read, and so does the probe to be sent.
 */
export class DbHealthProbe {
  readonly #ask: () => Promise<unknown>;
  #looks = 0;
  #nextLook: NodeJS.Timeout | undefined;
  #askedAt: number = Number.NEGATIVE_INFINITY;
  #unanswered = 0;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** True when `silentLooks` found no answer to a probe. */
  get isSilent(): boolean {
    return this.#looks >= silentLooks;
  }

  /** Sends a probe. Sends further ones while there is no answer, because the first connection may be lost. */
  send(): void {
    const now = performance.now();
    if (now - this.#askedAt < askAgainMs || this.#unanswered === unansweredLimit) return;
    this.#askedAt = now;
    this.#nextLook ??= this.#lookLater();
    this.#unanswered++;
    const answered = () => {
      this.#unanswered--;
      clearTimeout(this.#nextLook);
      this.#nextLook = undefined;
      this.#looks = 0;
    };
    // An error is an answer: requests then fail by themselves with its reason. A time-out is not.
    const failed = (error: unknown) => {
      if (isSilence(error)) this.#unanswered--;
      else answered();
    };
    this.#ask().then(answered, failed);
  }

  #lookLater(): NodeJS.Timeout {
    const look = () => {
      this.#looks++;
      if (!this.isSilent) this.#nextLook = this.#lookLater();
    };
    return setTimeout(look, lookMs).unref();
  }
}
