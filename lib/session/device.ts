import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { missingSetting } from "@/lib/missing-setting";
import { type DerivedKey, derivedKeys } from "@/lib/vault/derived-keys";
import { deviceSeconds } from "./cookie";

const form = /^([0-9a-f]{8})\.(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/;

/**
 * Returns a new device token (OWASP, "Slow down online guessing attacks with device cookies"). A browser in which a
 * person has signed in keeps this signed token. Its failed sign-ins have a counter of their own, so that strangers who
 * fail at the same e-mail address, or behind the same proxy, do not lock the person out. The token grants no access.
 * @param now in seconds
 * @returns the key's id, the time, a nonce, and an HMAC of these and the user
 */
export function newDeviceToken(userId: string, now: number, keys = deviceKeys()): string {
  const [key] = keys;
  if (!key) throw missingSetting("MASTER_KEY");
  const stem = `${key.id}.${now}.${randomBytes(16).toString("base64url")}`;
  return `${stem}.${macOf(key, stem, userId).toString("base64url")}`;
}

/** Returns the subject of a browser's failure counter, or null when the token is not valid for this user now. */
export function deviceOf(
  token: string | undefined,
  userId: string,
  now: number,
  keys = deviceKeys(),
): string | null {
  const [, keyId, made, nonce = "", mac = ""] = form.exec(token ?? "") ?? [];
  const key = keys.find(({ id }) => id === keyId);
  if (!key || Number(made) > now || Number(made) + deviceSeconds < now) return null;
  const expected = macOf(key, `${keyId}.${made}.${nonce}`, userId);
  const given = Buffer.from(mac, "base64url");
  const isValid = given.length === expected.length && timingSafeEqual(given, expected);
  return isValid ? nonce : null;
}

function macOf({ key }: DerivedKey, stem: string, userId: string): Buffer {
  return createHmac("sha256", key).update(`${stem}.${userId}`).digest();
}

function deviceKeys(): readonly DerivedKey[] {
  return derivedKeys("device cookies");
}
