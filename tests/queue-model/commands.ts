import fc from "fast-check";
import { expect } from "vitest";
import type { Model } from "./model";
import type { Real } from "./real";

type Step = (model: Model, real: Real) => Promise<void>;

const retrySeconds = 1000;

/** A command whose result and effects must equal the model's. */
function command(name: string, applies: (model: Model) => boolean, step: Step) {
  return {
    check: applies,
    async run(model: Model, real: Real): Promise<void> {
      await step(model, real);
      expect(await real.state(), `after ${name}`).toEqual(stateOf(model));
      expect(await real.stuck(), `stuck after ${name}`).toEqual([]);
    },
    toString: () => name,
  };
}

/** The log has every attempt from the first on, without duplicates. */
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
const hasClaim = ({ claims }: Model) => claims.length > 0;
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
const pause = fc
  .tuple(any, fc.boolean())
  .map(([n, paused]) =>
    command(`${paused ? "pause" : "resume"}(${n})`, hasWebhook, (model, real) =>
      setPaused(model, real, n % model.webhooks.length, paused),
    ),
  );
async function setPaused(model: Model, real: Real, which: number, paused: boolean) {
  Object.assign(model.webhooks[which] ?? {}, { paused });
  if (!paused) model.resume(which);
  await real.pause(which, paused);
}
const publish = fc.constant(command("publish", hasWebhook, publishOne));
async function publishOne(model: Model, real: Real) {
  model.publish();
  await real.publish();
}
const claim = fc.constant(command("claim", always, claimAll));
async function claimAll(model: Model, real: Real) {
  const claims = model.claim();
  model.claims.push(...claims);
  expect(await real.claim(), "what is claimed").toEqual(claims);
}
/** Any claim ever made: one that lost its lease, as after a crash or a long sleep, must change nothing. */
const complete = fc
  .tuple(any, fc.boolean())
  .map(([n, succeeded]) =>
    command(`${succeeded ? "ack" : "fail"}(${n})`, hasClaim, (model, real) =>
      completeOne(model, real, model.claims.length - 1 - (n % model.claims.length), succeeded),
    ),
  );
async function completeOne(model: Model, real: Real, which: number, succeeded: boolean) {
  const claim = model.claims[which] ?? { delivery: -1, attempt: 0 };
  const stood = model.complete(claim, succeeded, retrySeconds);
  expect(await real.complete(which, succeeded, retrySeconds), "whether it stood").toBe(stood);
}
const resend = any.map((n) =>
  command(`resend(${n})`, hasDelivery, (model, real) =>
    resendOne(model, real, n % model.deliveries.length),
  ),
);
async function resendOne(model: Model, real: Real, which: number) {
  const delivery = model.deliveries[which];
  expect(await real.resend(which)).toBe(delivery !== undefined && model.resend(delivery));
}
/** Resend, then resume: a common sequence after an outage that is too long to be found by chance. */
const recover = fc.tuple(any, fc.boolean()).map(([n, succeeded]) =>
  command(`recover(${n}, ${succeeded})`, hasWebhook, async (model, real) => {
    const which = n % model.webhooks.length;
    await setPaused(model, real, which, true);
    await publishOne(model, real);
    if (hasDelivery(model)) await resendOne(model, real, model.deliveries.length - 1);
    await claimAll(model, real);
    await setPaused(model, real, which, false);
    if (hasClaim(model)) await completeOne(model, real, model.claims.length - 1, succeeded);
  }),
);
const cancel = any.map((n) =>
  command(
    `cancel(${n})`,
    ({ deliveries }) => deliveries.length > 0,
    async (model, real) => {
      const which = n % model.deliveries.length;
      const delivery = model.deliveries[which];
      expect(await real.cancel(which)).toBe(delivery !== undefined && model.cancel(delivery));
    },
  ),
);
/** A crash means that no result is recorded before the lease ends. */
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
    complete,
    complete,
    advance,
    advance,
    edit,
    pause,
    resend,
    recover,
    cancel,
  ],
  { maxCommands: 40, size: "+1" },
);
