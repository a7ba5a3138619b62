import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { masterKeysIn } from "./master-keys";
import { openVault } from "./vault";

const newKey = () => randomBytes(32).toString("base64");
const [key, other] = [newKey(), newKey()];
const vault = openVault(key);

test("a text decrypts at its place and nowhere else", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.string(), (text, place) => {
      const sealed = vault.seal(text, place);
      expect(sealed).toMatch(/^v1:[0-9a-f]{8}:[A-Za-z0-9+/]+=*$/);
      expect(vault.open(sealed, place)).toBe(text);
      expect(() => vault.open(sealed, `${place}x`)).toThrow("belongs to another row");
    }),
    { numRuns: 25 },
  );
});

test("the same text is never the same twice", () => {
  expect(vault.seal("whsec_1", "here")).not.toBe(vault.seal("whsec_1", "here"));
});

test("no byte may be changed, taken away or added", () => {
  const [, keyId, sealed = ""] = vault.seal("whsec_1", "here").split(":");
  const bytes = Buffer.from(sealed, "base64");
  const opened = (changed: Buffer) => () =>
    vault.open(`v1:${keyId}:${changed.toString("base64")}`, "here");

  for (const n of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(n) ^ 1, n);
    expect(opened(changed), `byte ${n}`).toThrow("it was changed");
    expect(opened(bytes.subarray(0, n)), `${n} bytes`).toThrow("it was changed");
  }
  expect(opened(Buffer.concat([bytes, bytes]))).toThrow("it was changed");
});

test("the first key of a list encrypts, all decrypt", () => {
  const both = openVault(`${other}, ${key}\n`);
  expect(both.open(vault.seal("text", "here"), "here")).toBe("text");
  expect(both.keyId).toBe(openVault(other).keyId);
  expect([both.holds(vault.keyId), vault.holds(both.keyId)]).toEqual([true, false]);
  expect(() => vault.open(both.seal("text", "here"), "here")).toThrow(
    `MASTER_KEY lacks the key ${both.keyId}`,
  );
});

test("a key under another's name opens nothing", () => {
  const renamed = vault.seal("text", "here").replace(vault.keyId, openVault(other).keyId);
  expect(() => openVault(other).open(renamed, "here")).toThrow("it was changed");
});

test("a text that is not encrypted reads unchanged, with any key or none", () => {
  expect(vault.open("whsec_1", "here")).toBe("whsec_1");
  expect(openVault().open('{"x":"1"}', "here")).toBe('{"x":"1"}');
});

test("without a key nothing is encrypted, and nothing that was opens", () => {
  expect(() => openVault().seal("text", "here")).toThrow("MASTER_KEY is not set");
  expect(() => openVault().open(vault.seal("text", "here"), "here")).toThrow("lacks the key");
});

test("a key's id is unique and reveals nothing", () => {
  const [one] = masterKeysIn(key) ?? [];
  expect(one?.id).toMatch(/^[0-9a-f]{8}$/);
  expect(masterKeysIn(other)?.[0]?.id).not.toBe(one?.id);
  expect(Buffer.from(key, "base64").toString("hex")).not.toContain(one?.id);
});

test.each(["", " , ", "c2hvcnQ=", `${key}x`, `${key},short`, key.slice(1), "=".repeat(44)])(
  "%j is no list of keys",
  (text) => {
    expect(masterKeysIn(text)).toBeNull();
  },
);

test("a key keeps its id, so that its texts stay readable", () => {
  const known = Buffer.alloc(32, "postback").toString("base64");
  expect(openVault(known).keyId).toBe("50369957");
});

test.each(["", " , ", `x${key}`, `${key}x`, `${key}, short`])("%j is no list of keys", (list) => {
  expect(masterKeysIn(list)).toBeNull();
});
