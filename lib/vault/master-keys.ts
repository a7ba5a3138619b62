import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** `id` identifies the key and reveals nothing about it. */
export type MasterKey = { id: string; key: KeyObject };

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const form = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Parses a list of keys separated by commas, spaces or lines: the first encrypts, all decrypt. Returns null when one of
 * them is not a key.
 */
export function masterKeysIn(list: string): MasterKey[] | null {
  const texts = list.split(/[\s,]+/).filter((text) => text !== "");
  if (texts.length === 0 || !texts.every((text) => form.test(text))) return null;
  return texts.map((text) => {
    const key = createSecretKey(text, "base64");
    const id = createHmac("sha256", key).update("postback master key").digest("hex").slice(0, 8);
    return { id, key };
  });
}
