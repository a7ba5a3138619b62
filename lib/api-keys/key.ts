import * as crypto from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const prefix = "pbk_live_";
const pattern = /^pbk_live_([0-9A-Za-z]{32})([0-9A-Za-z]{6})$/;

/** Returns a new key: `pbk_live_`, 32 random base62 characters (190 bits) and their CRC-32 in six more. */
export function newApiKey(): string {
  const secret = Array.from({ length: 32 }, () => alphabet[crypto.randomInt(alphabet.length)]).join(
    "",
  );
  return prefix + secret + checksum(secret);
}

/**
 * Returns whether a text has the form and checksum of a key. Rejects typing errors and guesses without the database.
 */
export function isWellFormed(key: string): boolean {
  const [, secret, sum] = pattern.exec(key) ?? [];
  return secret !== undefined && checksum(secret) === sum;
}

/** Returns the hash of a key. A fast hash suffices: a key has too many bits to be guessed. */
export function hashKey(key: string): string {
  // The one-shot function came only with Node 20.12.
  if (crypto.hash) return crypto.hash("sha256", key);
  return crypto.createHash("sha256").update(key).digest("hex");
}

/**
 * Returns the parts of a key by which a person recognises it. Of a short key, which only BOOTSTRAP_API_KEY can be, they are at
 * most a quarter and an eighth.
 */
export function hintOf(key: string) {
  const shown = Math.min(12, Math.ceil(key.length / 4));
  const last = Math.min(4, Math.floor(key.length / 8));
  return { prefix: key.slice(0, shown), last4: key.slice(key.length - last) };
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let place = 0; place < 6; place++) {
    digits = alphabet[rest % 62] + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** CRC-32 of each byte. */
const crcTable = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (0xedb88320 & -(crc & 1));
  return crc;
});

/** CRC-32 of ASCII text as in ISO-HDLC; `zlib.crc32` came only with Node 20.15. */
function crc32(text: string): number {
  let crc = ~0;
  for (let n = 0; n < text.length; n++)
    crc = (crc >>> 8) ^ (crcTable[(crc ^ text.charCodeAt(n)) & 0xff] ?? 0);
  return ~crc >>> 0;
}
