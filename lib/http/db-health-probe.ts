import { isSilence } from "@/db/away";

const silentMs = 700;
const askAgainMs = 500;
const unansweredLimit = 3;

/**
 * Health probe of the database, sent only while a request waits for it. It uses the same pool as the requests: when
 * that is exhausted, requests get no answer either.
 */
export class DbHealthProbe {
  readonly #ask: () => Promise<unknown>;
  #silentSince: number | null = null;
  #askedAt: number = Number.NEGATIVE_INFINITY;
  #unanswered = 0;

  constructor(ask: () => Promise<unknown>) {
    this.#ask = ask;
  }

  /** True when a probe has been unanswered for `silentMs`. */
  get isSilent(): boolean {
    return this.#silentSince !== null && performance.now() - this.#silentSince >= silentMs;
  }

  /** Sends a probe. Sends further ones while there is no answer, because the first connection may be lost. */
  send(): void {
    const now = performance.now();
    if (now - this.#askedAt < askAgainMs || this.#unanswered === unansweredLimit) return;
    this.#askedAt = now;
    this.#silentSince ??= now;
    this.#unanswered++;
    const answered = () => {
      this.#unanswered--;
      this.#silentSince = null;
    };
    // An error is an answer: requests then fail by themselves with its reason. A time-out is not.
    const failed = (error: unknown) => {
      if (isSilence(error)) this.#unanswered--;
      else answered();
    };
    this.#ask().then(answered, failed);
  }
}
