import {
  createPrivateKey,
  createSecretKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import type { SignatureScheme } from "@/db/enums";
import { Unreadable } from "@/lib/vault/unreadable";

/** A decoded signing secret: for `v1` the shared bytes, for `v1a` an Ed25519 private key. */
export type SigningKey = { scheme: SignatureScheme; key: KeyObject };

const shared = "whsec_";
const privately = "whsk_";
const publicly = "whpk_";
/** Fewer bytes indicate a secret that was cut. */
const fewestBytes = 16;
/** RFC 8032: seed and public key in sequence. */
const keyBytes = 32;

/**
 * Decodes a signing secret.
 * @throws Unreadable when the text is not a complete signing secret
 */
export function signingKey(secret: string): SigningKey {
  if (secret.startsWith(shared)) {
    const bytes = Buffer.from(secret.slice(shared.length), "base64");
    if (bytes.length >= fewestBytes) return { scheme: "v1", key: createSecretKey(bytes) };
  }
  if (secret.startsWith(privately)) {
    const { seed, point } = halves(secret);
    if (point.length === keyBytes) return { scheme: "v1a", key: privateKey(seed, point) };
  }
  throw new Unreadable("it is not a signing secret");
}

/** Returns a new private key: `whsk_`, then seed and public key in base64. */
export function newPrivateKey(): string {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const bytes = Buffer.concat([Buffer.from(d, "base64url"), Buffer.from(x, "base64url")]);
  return privately + bytes.toString("base64");
}

/** Returns the public key of a private key, with which receivers verify: `whpk_` and 32 bytes in base64. */
export function publicHalf(privateText: string): string {
  return publicly + halves(privateText).point.toString("base64");
}

function halves(privateText: string) {
  const bytes = Buffer.from(privateText.slice(privately.length), "base64");
  return { seed: bytes.subarray(0, keyBytes), point: bytes.subarray(keyBytes) };
}

function privateKey(seed: Buffer, point: Buffer): KeyObject {
  const [d, x] = [seed.toString("base64url"), point.toString("base64url")];
  return createPrivateKey({ key: { kty: "OKP", crv: "Ed25519", d, x }, format: "jwk" });
}
