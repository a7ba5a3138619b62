import { expect, test } from "vitest";
import { hashToken, newToken } from "./token";

test("a token has 256 bits, is another each time, and is kept as a hash", () => {
  const token = newToken();
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(newToken()).not.toBe(token);
  expect(hashToken("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
