import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { derive } from "@/lib/vault/derived-keys";
import { deviceOf, newDeviceToken } from "./device";

const newKey = () => randomBytes(32).toString("base64");
const keysOf = (list: string) => derive(list, "device cookies");
const [older, newer] = [newKey(), newKey()];
const keys = keysOf(older);
const [user, other] = [randomUUID(), randomUUID()];
const day = 86_400;

test("a device is known for its own user, for 180 days", () => {
  const token = newDeviceToken(user, 1000, keys);
  expect(deviceOf(token, user, 1000, keys)).toMatch(/^[\w-]{22}$/);
  expect(deviceOf(token, user, 1000 + 180 * day, keys)).not.toBeNull();
  expect(deviceOf(token, user, 1001 + 180 * day, keys)).toBeNull();
  expect(deviceOf(token, user, 999, keys)).toBeNull();
  expect(deviceOf(token, other, 1000, keys)).toBeNull();
  expect(deviceOf(newDeviceToken(user, 1000, keys), user, 1000, keys)).not.toBe(
    deviceOf(token, user, 1000, keys),
  );
});

test("no character of the token may be changed, left out or added", () => {
  const token = newDeviceToken(user, 1000, keys);
  for (const n of token.slice(0, -1).split("").keys()) {
    const changed = token.slice(0, n) + (token[n] === "A" ? "B" : "A") + token.slice(n + 1);
    expect(deviceOf(changed, user, 1000, keys), changed).toBeNull();
    expect(deviceOf(token.slice(0, n) + token.slice(n + 1), user, 1000, keys)).toBeNull();
  }
  for (const wrong of [undefined, "", ".", `${token}A`, ` ${token}`, "....", `${token}\n`])
    expect(deviceOf(wrong, user, 1000, keys), wrong).toBeNull();
});

test("a device stays known while a master key is replaced, and is forgotten with the old one", () => {
  const token = newDeviceToken(user, 1000, keys);
  expect(deviceOf(token, user, 1000, keysOf(`${newer},${older}`))).not.toBeNull();
  expect(deviceOf(token, user, 1000, keysOf(newer))).toBeNull();
});
