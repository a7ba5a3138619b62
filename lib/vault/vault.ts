import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { env } from "@/lib/env";
import { missingSetting } from "@/lib/missing-setting";
import { type MasterKey, masterKeysIn } from "./master-keys";
import { Unreadable } from "./unreadable";

const algorithm = "aes-256-gcm";
const ivLength = 12;
const authTagLength = 16;
/** Prefix of every encrypted text, whichever key was used. */
const sealedPrefix = "v1:";

/** Encrypts and decrypts stored texts: `v1:<key id>:<base64 of IV, ciphertext and tag>`, each bound to its place. */
export class Vault {
  readonly #keys: Map<string, MasterKey>;
  readonly #first: MasterKey | undefined;

  constructor(keys: MasterKey[]) {
    this.#keys = new Map(keys.map((key) => [key.id, key]));
    this.#first = keys[0];
  }

  /** Id of the key that encrypts. */
  get keyId(): string {
    return this.#encrypting().id;
  }

  /** Ids of all keys, the encrypting one first. */
  get keyIds(): string[] {
    return [...this.#keys.keys()];
  }

  holds(keyId: string): boolean {
    return this.#keys.has(keyId);
  }

  /** @param place where the text will be stored; it can be decrypted only from there */
  seal(text: string, place: string): string {
    const { id, key } = this.#encrypting();
    const iv = randomBytes(ivLength);
    const cipher = createCipheriv(algorithm, key, iv, { authTagLength });
    cipher.setAAD(Buffer.from(place));
    const parts = [iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()];
    return `${prefixOf(id)}${Buffer.concat(parts).toString("base64")}`;
  }

  /**
   * Decrypts a text stored at a place. Returns a text without the prefix unchanged: it is not encrypted.
   * @throws Unreadable
   */
  open(stored: string, place: string): string {
    if (!stored.startsWith(sealedPrefix)) return stored;
    const [, keyId = "", sealed = ""] = stored.split(":");
    const found = this.#keys.get(keyId);
    if (!found) throw new Unreadable(`MASTER_KEY lacks the key ${keyId}`);
    const bytes = Buffer.from(sealed, "base64");
    try {
      const decipher = createDecipheriv(algorithm, found.key, bytes.subarray(0, ivLength), {
        authTagLength,
      });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-authTagLength));
      const text = decipher.update(bytes.subarray(ivLength, -authTagLength));
      return Buffer.concat([text, decipher.final()]).toString();
    } catch {
      throw new Unreadable("it was changed, or belongs to another row");
    }
  }

  #encrypting(): MasterKey {
    if (this.#first) return this.#first;
    throw missingSetting("MASTER_KEY");
  }
}

/** Returns the prefix of texts encrypted with a key. */
export function prefixOf(keyId: string): string {
  return `${sealedPrefix}${keyId}:`;
}

let own: Vault | undefined;

/** Returns the vault with the keys of this process. */
export function vault(): Vault {
  own ??= openVault(env().MASTER_KEY);
  return own;
}

/**
 * Returns a vault. @param masterKey the setting, already validated; without it only texts that were never encrypted can
 * be read
 */
export function openVault(masterKey = ""): Vault {
  return new Vault(masterKeysIn(masterKey) ?? []);
}
