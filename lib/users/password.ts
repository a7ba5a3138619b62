import { hash, verify } from "@node-rs/argon2";

/** argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/**
 * Returns whether a password is right. Takes as long for an unknown e-mail address, so that timing does not reveal
 * which addresses exist.
 */
export async function isPassword(password: string, passwordHash: string | undefined) {
  const matches = await verify(passwordHash ?? (await unusedHash()), password);
  return matches && passwordHash !== undefined;
}

let cachedHash: Promise<string> | undefined;

function unusedHash(): Promise<string> {
  cachedHash ??= hashPassword("nobody signs in with this");
  return cachedHash;
}
