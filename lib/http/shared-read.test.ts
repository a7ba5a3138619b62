import { expect, test } from "vitest";
import { sharedRead } from "./shared-read";

/** A table of one row. A read takes its snapshot when it starts and answers one turn of the event loop later. */
function table() {
  const state: { row: string; reads: number; broken: boolean } = {
    row: "valid",
    reads: 0,
    broken: false,
  };
  const read = sharedRead(async (_key: string) => {
    state.reads++;
    const { row, broken } = state;
    await new Promise((turn) => setImmediate(turn));
    if (broken) throw new Error("away");
    return row;
  });
  return { state, read };
}

test("concurrent requests cost two reads: the one under way and one for the others", async () => {
  const { state, read } = table();
  const answers = await Promise.all(Array.from({ length: 50 }, () => read("key")));
  expect(new Set(answers)).toEqual(new Set(["valid"]));
  expect(state.reads).toBe(2);
});

test("a request after a change never gets the value before it", async () => {
  const { state, read } = table();
  const before = read("key");
  state.row = "revoked";
  const after = [read("key"), read("key")];
  expect(await before).toBe("valid");
  expect(await Promise.all(after)).toEqual(["revoked", "revoked"]);
});

test("a failed read fails only for the requests that shared it", async () => {
  const { state, read } = table();
  state.broken = true;
  const failing = read("key");
  state.broken = false;
  const next = read("key");
  await expect(failing).rejects.toThrow("away");
  expect(await next).toBe("valid");
  expect(await read("key")).toBe("valid");
});

test("different keys are read apart", async () => {
  const { state, read } = table();
  await Promise.all([read("one"), read("other")]);
  expect(state.reads).toBe(2);
});
