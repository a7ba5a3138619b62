import { expect, test } from "vitest";
import { RecentKeys, type ValidKey } from "./recent-keys";

/** A table with one key. A look-up takes its snapshot when it starts and answers one turn of the event loop later. */
function table({ expiresInMs = null, accountId = null }: Partial<ValidKey> = {}) {
  const state: { isValid: boolean; lookUps: number; nowMs: number } = {
    isValid: true,
    lookUps: 0,
    nowMs: 0,
  };
  const keys = new RecentKeys(() => state.nowMs);
  const key = { id: "key", keyHash: "hash", accountId, expiresInMs } as ValidKey;
  const lookUp = async () => {
    state.lookUps++;
    const { isValid } = state;
    await new Promise((turn) => setImmediate(turn));
    return isValid ? key : undefined;
  };
  /** Resolves when the look-ups begun so far have ended. */
  const settled = async () => {
    await new Promise((turn) => setImmediate(turn));
    await new Promise((turn) => setImmediate(turn));
  };
  return { state, keys, settled, read: () => keys.get("hash", lookUp) };
}

test("a key is looked up once a second", async () => {
  const { state, read } = table();
  await read();
  state.nowMs = 750;
  expect(await read()).toBeDefined();
  expect(state.lookUps).toBe(1);
  state.nowMs = 1000;
  await read();
  expect(state.lookUps).toBe(2);
});

test("a key in use is looked up in the background before the second is over", async () => {
  const { state, read, settled } = table();
  await read();
  state.nowMs = 900;
  expect(await read()).toBeDefined();
  expect(await read()).toBeDefined();
  expect(state.lookUps).toBe(2);
  await settled();
  state.nowMs = 1500;
  expect(await read()).toBeDefined();
  expect(state.lookUps).toBe(2);
});

test("a key revoked elsewhere is refused as soon as the background look-up misses it", async () => {
  const { state, read, settled } = table();
  await read();
  state.isValid = false;
  state.nowMs = 900;
  expect(await read()).toBeDefined();
  await settled();
  expect(await read()).toBeUndefined();
});

test("a key revoked elsewhere is refused after a second", async () => {
  const { state, read } = table();
  await read();
  state.isValid = false;
  state.nowMs = 1000;
  expect(await read()).toBeUndefined();
});

test("the second begins with the look-up, not with its answer", async () => {
  const { state, read } = table();
  const first = read();
  state.nowMs = 400;
  await first;
  state.isValid = false;
  state.nowMs = 1000;
  expect(await read()).toBeUndefined();
});

test("a key is refused when it expires", async () => {
  const { state, read } = table({ expiresInMs: 300 });
  await read();
  state.isValid = false;
  state.nowMs = 299;
  expect(await read()).toBeDefined();
  state.nowMs = 300;
  expect(await read()).toBeUndefined();
});

test("a key revoked here is refused at once, even if a look-up is under way", async () => {
  const { state, keys, read } = table();
  const early = read();
  state.isValid = false;
  keys.drop("key");
  await early;
  expect(await read()).toBeUndefined();
});

test("an invalid key is looked up each time", async () => {
  const { state, read } = table();
  state.isValid = false;
  expect(await read()).toBeUndefined();
  state.isValid = true;
  expect(await read()).toBeDefined();
});

test("an added account makes service keys be looked up, and no others", async () => {
  for (const [accountId, lookUps] of [
    [null, 2],
    ["account", 1],
  ] as const) {
    const { state, keys, read } = table({ accountId });
    await read();
    keys.dropServiceKeys();
    await read();
    expect(state.lookUps).toBe(lookUps);
  }
});
