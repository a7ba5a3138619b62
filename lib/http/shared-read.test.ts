import { expect, test } from "vitest";
import { sharedRead } from "./shared-read";

/** A table of one row; each read takes its snapshot when it starts, and a turn of the loop to answer. */
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

test("many who ask at once cost two reads: the one under way, and one for all who came since", async () => {
  const { state, read } = table();
  const answers = await Promise.all(Array.from({ length: 50 }, () => read("key")));
  expect(new Set(answers)).toEqual(new Set(["valid"]));
  expect(state.reads).toBe(2);
});

test("nobody who asks after a change hears what was before it", async () => {
  const { state, read } = table();
  const before = read("key");
  state.row = "revoked";
  const after = [read("key"), read("key")];
  expect(await before).toBe("valid");
  expect(await Promise.all(after)).toEqual(["revoked", "revoked"]);
});

test("a read that fails fails for those who shared it, and no one else", async () => {
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
