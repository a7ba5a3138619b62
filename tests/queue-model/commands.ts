import fc from "fast-check";
import { expect } from "vitest";
import type { Model } from "./model";
import type { Real } from "./real";

type Step = (model: Model, real: Real) => Promise<void>;

const retrySeconds = 1000;

/** A command whose outcome, and whose effect on all there is, must be the model's. */
function command(name: string, applies: (model: Model) => boolean, step: Step) {
  return {
    check: applies,
    async run(model: Model, real: Real): Promise<void> {
      await step(model, real);
      expect(await real.state(), `after ${name}`).toEqual(stateOf(model));
    },
    toString: () => name,
  };
}

/** The log has every attempt from the first on, none twice. */
function stateOf({ deliveries }: Model) {
  return deliveries.map(({ status, row, logged }) => ({
    status,
    attempt: row?.attempt ?? null,
    step: row?.step ?? null,
    leased: row?.leased ?? null,
    lost: row?.lost ?? null,
    log: Array.from({ length: logged }, (_, n) => n + 1),
  }));
}

const always = () => true;
const hasWebhook = ({ webhooks }: Model) => webhooks.length > 0;
const hasDelivery = ({ deliveries }: Model) => deliveries.length > 0;
const hasHand = ({ hands }: Model) => hands.length > 0;
const any = fc.nat({ max: 1000 });

const subscribe = fc.constant(
  command(
    "subscribe",
    ({ webhooks }) => webhooks.length < 3,
    async (model, real) => {
      model.webhooks.push({ listens: true, paused: false });
      await real.subscribe();
    },
  ),
);
const edit = fc.tuple(any, fc.boolean()).map(([n, listens]) =>
  command(`edit(${n}, ${listens})`, hasWebhook, async (model, real) => {
    const which = n % model.webhooks.length;
    Object.assign(model.webhooks[which] ?? {}, { listens });
    await real.listen(which, listens);
  }),
);
const pause = fc.tuple(any, fc.boolean()).map(([n, paused]) =>
  command(`${paused ? "pause" : "resume"}(${n})`, hasWebhook, async (model, real) => {
    const which = n % model.webhooks.length;
    Object.assign(model.webhooks[which] ?? {}, { paused });
    if (!paused) model.resume(which);
    await real.pause(which, paused);
  }),
);
const publish = fc.constant(
  command("publish", hasWebhook, async (model, real) => {
    model.publish();
    await real.publish();
  }),
);
const claim = fc.constant(
  command("claim", always, async (model, real) => {
    const hands = model.claim();
    model.hands.push(...hands);
    expect(await real.claim(), "what is claimed").toEqual(hands);
  }),
);
/** By whoever ever held it: one that lost its lease, as after a crash or a long sleep, must change nothing. */
const settle = fc.tuple(any, fc.boolean()).map(([n, succeeded]) =>
  command(`${succeeded ? "ack" : "fail"}(${n})`, hasHand, async (model, real) => {
    const which = model.hands.length - 1 - (n % model.hands.length);
    const hand = model.hands[which] ?? { delivery: -1, attempt: 0 };
    const stood = model.settle(hand, succeeded, retrySeconds);
    expect(await real.settle(which, succeeded, retrySeconds), "whether it stood").toBe(stood);
  }),
);
const resend = any.map((n) =>
  command(`resend(${n})`, hasDelivery, async (model, real) => {
    const which = n % model.deliveries.length;
    const delivery = model.deliveries[which];
    expect(await real.resend(which)).toBe(delivery !== undefined && model.resend(delivery));
  }),
);
const cancel = any.map((n) =>
  command(
    `cancel(${n})`,
    ({ deliveries }) => deliveries[n % deliveries.length]?.status === "pending",
    async (model, real) => {
      const which = n % model.deliveries.length;
      const delivery = model.deliveries[which];
      expect(await real.cancel(which)).toBe(delivery !== undefined && model.cancel(delivery));
    },
  ),
);
/** A crash is that nobody settles until the lease is over. */
const advance = fc.constantFrom(50, 1050).map((seconds) =>
  command(`advance(${seconds} s)`, always, async (model, real) => {
    model.now += seconds;
    await real.advance(seconds);
  }),
);

export const commands = fc.commands(
  [
    subscribe,
    publish,
    publish,
    claim,
    claim,
    settle,
    settle,
    advance,
    advance,
    edit,
    pause,
    resend,
    cancel,
  ],
  { maxCommands: 40, size: "+1" },
);
