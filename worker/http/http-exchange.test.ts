import { Agent, buildConnector } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { startReceiver } from "@/tests/receiver";
import { DeadlinePassed, exchange } from "./http-exchange";

test("a request is not sent once its deadline has passed, even if the process was suspended", async () => {
  const deadlineMs = 200;
  const receiver = await startReceiver();
  onTestFinished(receiver.close);
  const open = buildConnector({});
  let suspend = () => {};
  const agent = new Agent({
    // The connection is there before the timer of the deadline can run.
    connect: (options, done) =>
      open(options, (...[error, socket]) => {
        suspend();
        if (socket) done(null, socket);
        else done(error, null);
      }),
  });
  onTestFinished(() => agent.destroy());
  const { origin, pathname: path } = new URL(receiver.url);
  const request = { origin, path, headers: [], body: "{}" };

  suspend = () => {
    const endsAt = performance.now() + deadlineMs;
    while (performance.now() < endsAt);
  };
  const late = await exchange(agent, request, deadlineMs);
  expect(late).toMatchObject({ sent: false, error: expect.any(DeadlinePassed) });

  suspend = () => {};
  const { statusCode } = await exchange(agent, { ...request, path: "/next" }, 10_000);
  expect(statusCode).toBe(200);
  expect(receiver.received.map((each) => each.path)).toEqual(["/next"]);
});
