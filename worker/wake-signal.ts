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
        // V8 allocates a function in the old generation if it is written in the assignment to a field.
        const end = () => {
          clearTimeout(timer);
          resolve();
        };
        this.#wake = end;
      });
    }
    this.#isSet = false;
    this.#wake = undefined;
  }
}
