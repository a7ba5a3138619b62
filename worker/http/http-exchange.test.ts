import { Agent, type Dispatcher } from "undici";
import { expect, test, vi } from "vitest";
import { DeadlinePassed, exchange } from "./http-exchange";

const request = { origin: "http://receiver.example", path: "/", headers: [], body: "{}" };

test("a request is not sent once its deadline has passed, even if the process was suspended", async () => {
  const deadlineMs = 20;
  const agent = new Agent();
  const abort = vi.fn();
  vi.spyOn(agent, "dispatch").mockImplementation((_, handler) => {
    // The connection is there before the timer of the deadline can run.
    const endsAt = performance.now() + deadlineMs;
    while (performance.now() < endsAt);
    handler.onRequestStart?.({ abort } as unknown as Dispatcher.DispatchController, {});
    return true;
  });
  const result = await exchange(agent, request, deadlineMs);
  expect(result).toMatchObject({ sent: false, error: expect.any(DeadlinePassed) });
  expect(abort).toHaveBeenCalledWith(result.error);
});
