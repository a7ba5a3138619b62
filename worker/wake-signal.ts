/** Auto-reset event: `wait(ms)` resolves on `signal()` or after `ms`. A signal without a waiter is kept for the next wait. */
export class WakeSignal {
  #isSet: boolean = false;
  #wake: (() => void) | undefined;

  signal(): void {
    this.#isSet = true;
    this.#wake?.();
  }

  async wait(ms: number): Promise<void> {
    if (!this.#isSet) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#isSet = false;
    this.#wake = undefined;
  }
}
