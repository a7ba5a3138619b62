import {
  createHmac,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  timingSafeEqual,
  verify,
} from "node:crypto";
import type { SignatureCheck } from "./contract";

/** A secret to try, decoded. */
export type Candidate = {
  /** Name for the response. */
  name: NonNullable<SignatureCheck["secret"]>;
  /** Text of a shared secret; undefined for a public key. */
  text?: string;
  /** Null when the text has too few or too many bytes, so that nothing fits. */
  key: KeyObject | null;
};

const shared = "whsec_";
const publicly = "whpk_";
/** RFC 8410 DER: prefix of an Ed25519 public key's 32 bytes. */
const derHead = Buffer.from("302a300506032b6570032100", "hex");

/** Returns the candidate of a shared secret `whsec_…` or a public key `whpk_…`. */
export function candidateOf(name: Candidate["name"], secret: string): Candidate {
  if (!secret.startsWith(publicly)) {
    const bytes = Buffer.from(secret.slice(shared.length), "base64");
    return { name, text: secret, key: createSecretKey(bytes) };
  }
  const point = Buffer.from(secret.slice(publicly.length), "base64");
  if (point.length !== 32) return { name, key: null };
  const key = Buffer.concat([derHead, point]);
  return { name, key: createPublicKey({ key, format: "der", type: "spki" }) };
}

type Encoding = "base64" | "base64url" | "hex";

/**
 * Bytes hashed for one request at most: some 25 ms. Of these, 15 MiB verify the longest body with all secrets of a webhook and the
 * most signatures.
 */
const hashLimit = 16 * 1024 * 1024;
/** Bytes that are hashed in the time of an operation besides its content: some 8 and 100 µs. */
const overhead = { hmac: 4 * 1024, verify: 64 * 1024 };

/** Verifies the signatures of one request, `v1,…` or `v1a,…`, until it has hashed `hashLimit` bytes. */
export class Checker {
  readonly #shared: Buffer[];
  readonly #signed: Buffer[];
  #leftBytes = hashLimit;
  #isSpent: boolean = false;

  constructor(signatures: string[]) {
    const valuesOf = (prefix: string) =>
      signatures.filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length));
    this.#shared = valuesOf("v1,").map((text) => Buffer.from(text));
    this.#signed = valuesOf("v1a,").map((text) => Buffer.from(text, "base64"));
  }

  /** A content was not hashed, because too many bytes were. */
  get isSpent(): boolean {
    return this.#isSpent;
  }

  /** Returns whether any signature fits a content and a candidate. */
  fits({ key }: Candidate, content: Buffer): boolean {
    if (key === null) return false;
    if (key.type === "secret") return this.isHmac(key, content, ["base64"]);
    return this.#signed.some(
      (signature) =>
        this.#canHash(content, overhead.verify) && verify(null, content, key, signature),
    );
  }

  /** Compares all signatures, each in constant time, so that timing reveals nothing about the right one. */
  isHmac(key: string | KeyObject, content: Buffer, encodings: Encoding[]): boolean {
    if (this.#shared.length === 0 || !this.#canHash(content, overhead.hmac)) return false;
    const digest = createHmac("sha256", key).update(content).digest();
    const texts = encodings.map((encoding) => Buffer.from(digest.toString(encoding)));
    return this.#shared.filter((one) => texts.some((text) => isSame(one, text))).length > 0;
  }

  #canHash({ length }: Buffer, overheadBytes: number): boolean {
    const bytes = length + overheadBytes;
    if (bytes > this.#leftBytes) this.#isSpent = true;
    else this.#leftBytes -= bytes;
    return !this.#isSpent;
  }
}

function isSame(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
