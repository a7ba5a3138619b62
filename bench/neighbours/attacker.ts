import { answerCalls, standApart } from "../role";
import type { Target } from "./attack";
import { attacks } from "./attacks";

standApart();

let controller = new AbortController();
let running: Promise<unknown> | undefined;

const calls = {
  begin({ name, target }: { name: string; target: Target }): void {
    controller = new AbortController();
    running = attacks[name]?.(target, controller.signal);
  },
  /** Returns the responses to the attack, by status. */
  async end(): Promise<Map<number, number> | null> {
    controller.abort();
    const seen = await running;
    return seen instanceof Map ? seen : null;
  },
};
export type Attacker = typeof calls;
answerCalls(calls);
