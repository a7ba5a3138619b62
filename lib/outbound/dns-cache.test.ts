import { EventEmitter, once } from "node:events";
import { expect, test } from "vitest";
import { type Answer, cachedLookUps } from "./dns-cache";

/** Returns look-ups with a counter in the address, on a clock that the test moves. */
function subject(ttlSeconds: number | null, answers: "one" | "none" | "failure" = "one") {
  const state = { now: 0, lookups: 0 };
  const resolve = cachedLookUps(
    async () => {
      state.lookups++;
      if (answers === "failure") throw new Error("silence");
      const addresses = [{ address: `192.0.2.${state.lookups}`, family: 4 }];
      return { addresses: answers === "one" ? addresses : [], ttlSeconds };
    },
    () => state.now,
  );
  return { state, resolve };
}

test.each([
  [300, 60_000],
  [30, 30_000],
  [0, 2000],
  [null, 2000],
])("a TTL of %j s is kept for %i ms", async (ttlSeconds, keptMs) => {
  const { state, resolve } = subject(ttlSeconds);
  const first = await resolve("hooks.example");
  state.now = keptMs - 1;
  expect(await resolve("hooks.example")).toBe(first);
  state.now = keptMs;
  expect(await resolve("hooks.example")).not.toEqual(first);
});

/** Returns look-ups that the test answers one by one, on a clock that it moves. */
function asked() {
  const answers: { resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
  const clock = { now: 0 };
  const resolve = cachedLookUps(
    () => new Promise((resolve, reject) => answers.push({ resolve, reject })),
    () => clock.now,
  );
  return { answers, clock, resolve };
}

const four = [{ address: "192.0.2.1", family: 4 }];
const six = [{ address: "2001:db8::1", family: 6 }];
const both = [...four, ...six];

test("a partial answer is looked up again from 2 s on, and used until there is another or its TTL has ended", async () => {
  const { answers, clock, resolve } = asked();
  const first = resolve("hooks.example");
  answers[0]?.resolve({ addresses: four, ttlSeconds: 30, isPartial: true });
  await first;

  clock.now = 1999;
  expect(await resolve("hooks.example")).toBe(four);
  expect(answers).toHaveLength(1);
  clock.now = 2000;
  expect(await resolve("hooks.example")).toBe(four);
  // While that look-up is under way, no other begins.
  clock.now = 9000;
  expect(await resolve("hooks.example")).toBe(four);
  expect(answers).toHaveLength(2);
  answers[1]?.reject(new Error("silence"));
  await new Promise(setImmediate);
  clock.now = 10_999;
  await resolve("hooks.example");
  expect(answers).toHaveLength(2);
  clock.now = 11_000;
  await resolve("hooks.example");
  answers[2]?.resolve({ addresses: both, ttlSeconds: 30 });
  await new Promise(setImmediate);
  expect(await resolve("hooks.example")).toBe(both);
  clock.now = 40_999;
  expect(await resolve("hooks.example")).toBe(both);
  expect(answers).toHaveLength(3);
  clock.now = 41_000;
  void resolve("hooks.example");
  expect(answers).toHaveLength(4);
});

test("the look-up after a partial answer knows of it, and takes what arrives late without keeping the rest longer", async () => {
  let now = 0;
  const asked: boolean[] = [];
  const four = [{ address: "192.0.2.1", family: 4 }];
  const both = [...four, { address: "2001:db8::1", family: 6 }];
  const late = new EventEmitter<{ answer: [Answer] }>();
  const whole = once(late, "answer").then(([answer]): Answer => answer);
  const resolve = cachedLookUps(
    async (_host, wasPartial) => {
      asked.push(wasPartial);
      return { addresses: four, ttlSeconds: 2, isPartial: true, whole };
    },
    () => now,
  );
  await resolve("hooks.example");
  now = 2000;
  expect(await resolve("hooks.example")).toBe(four);
  now = 3999;
  late.emit("answer", { addresses: both, ttlSeconds: 30 });
  await new Promise(setImmediate);
  expect(await resolve("hooks.example")).toBe(both);
  expect(asked).toEqual([false, true]);
  now = 4000;
  await resolve("hooks.example");
  expect(asked).toEqual([false, true, false]);
});

test("two partial answers of one family each are used together, while both are valid", async () => {
  const { answers, clock, resolve } = asked();
  const first = resolve("hooks.example");
  answers[0]?.resolve({ addresses: four, ttlSeconds: 10, isPartial: true });
  await first;
  clock.now = 2000;
  await resolve("hooks.example");
  answers[1]?.resolve({ addresses: six, ttlSeconds: 30, isPartial: true });
  await new Promise(setImmediate);
  expect(await resolve("hooks.example")).toEqual([...six, ...four]);
  clock.now = 10_000;
  void resolve("hooks.example");
  expect(answers).toHaveLength(3);
});

test("a renewal that ends after a later look-up does not replace its answer", async () => {
  const { answers, clock, resolve } = asked();
  const first = resolve("hooks.example");
  answers[0]?.resolve({ addresses: four, ttlSeconds: 3, isPartial: true });
  await first;
  clock.now = 2000;
  await resolve("hooks.example");
  clock.now = 3000;
  const later = resolve("hooks.example");
  answers[2]?.resolve({ addresses: both, ttlSeconds: 30 });
  expect(await later).toBe(both);
  answers[1]?.resolve({ addresses: four, ttlSeconds: 30, isPartial: true });
  await new Promise(setImmediate);
  expect(await resolve("hooks.example")).toBe(both);
});

test("that there is no address is kept for a second", async () => {
  const { state, resolve } = subject(300, "none");
  await resolve("gone.example");
  state.now = 999;
  await resolve("gone.example");
  expect(state.lookups).toBe(1);
  state.now = 1000;
  await resolve("gone.example");
  expect(state.lookups).toBe(2);
});

test("a failed look-up is shared by all who waited", async () => {
  const { state, resolve } = subject(300, "failure");
  const asked = await Promise.allSettled([resolve("silent.example"), resolve("silent.example")]);
  expect(asked.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await expect(resolve("silent.example")).rejects.toThrow("silence");
  expect(state.lookups).toBe(1);
  state.now = 1000;
  await expect(resolve("silent.example")).rejects.toThrow("silence");
  expect(state.lookups).toBe(2);
});

test("memory is bounded: names not asked for lately are forgotten", async () => {
  const { state, resolve } = subject(300);
  for (let n = 0; n <= 5000; n++) await resolve(`${n}.example`);
  await resolve("5000.example");
  expect(state.lookups).toBe(5001);
  await resolve("0.example");
  expect(state.lookups).toBe(5002);
});
