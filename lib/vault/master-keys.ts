import { createHmac, createSecretKey, type KeyObject } from "node:crypto";

/** `id` tells the key apart and says nothing about it. */
export type MasterKey = { id: string; key: KeyObject };

/** 32 bytes in base64, as `openssl rand -base64 32` prints them. */
const form = /^[A-Za-z0-9+/]{43}=$/;

/**
 * The keys of a list separated by commas, spaces or lines: the first encrypts, all decrypt.
 * Null when one of them is no key.
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
