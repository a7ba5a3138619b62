import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./password";

test("a password is kept as argon2id of 19 MiB and two passes, salted", async () => {
  const [one, other] = await Promise.all([
    hashPassword("correct horse"),
    hashPassword("correct horse"),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(other).not.toBe(one);
  expect(await isPassword("correct horse", one)).toBe(true);
  expect(await isPassword("Correct horse", one)).toBe(false);
  expect(await isPassword("", one)).toBe(false);
});

test("an unknown person has no password, not even the placeholder", async () => {
  expect(await isPassword("correct horse", undefined)).toBe(false);
  expect(await isPassword("nobody signs in with this", undefined)).toBe(false);
});
