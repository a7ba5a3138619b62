import { createHmac, createPublicKey, timingSafeEqual, verify } from "node:crypto";
import type { SignatureCheck } from "./contract";

/** A secret to try, with its name for the response: `whsec_…`, or the public key `whpk_…`. */
export type Candidate = { name: NonNullable<SignatureCheck["secret"]>; secret: string };

export type Encoding = "base64" | "base64url" | "hex";

/** Returns whether any of a request's signatures, `v1,…` or `v1a,…`, fits a content and a candidate. */
export function fits({ secret }: Candidate, content: string, signatures: string[]): boolean {
  if (secret.startsWith("whpk_")) return isSigned(secret, content, signatures);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return isHmac(key, content, signatures, "base64");
}

/** Compares all signatures, each in constant time, so that timing reveals nothing about the right one. */
export function isHmac(
  key: string | Buffer,
  content: string,
  signatures: string[],
  encoding: Encoding,
): boolean {
  const expected = createHmac("sha256", key).update(content).digest(encoding);
  return signatures.filter((one) => isSame(one, `v1,${expected}`)).length > 0;
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/** RFC 8410 DER: prefix of an Ed25519 public key's 32 bytes. */
const derHead = Buffer.from("302a300506032b6570032100", "hex");
const prefix = "v1a,";

function isSigned(publicKey: string, content: string, signatures: string[]): boolean {
  const point = Buffer.from(publicKey.slice("whpk_".length), "base64");
  if (point.length !== 32) return false;
  const der = Buffer.concat([derHead, point]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return signatures
    .filter((one) => one.startsWith(prefix))
    .some((one) =>
      verify(null, Buffer.from(content), key, Buffer.from(one.slice(prefix.length), "base64")),
    );
}
