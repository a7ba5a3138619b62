import { hash, verify } from "@node-rs/argon2";

/** argon2id with the parameters of OWASP's Password Storage Cheat Sheet: 19 MiB, two passes. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, options);
}

/** As slow for an address that nobody has: how long it takes must not tell whether there is such a user. */
export async function isPassword(password: string, passwordHash: string | undefined) {
  const matches = await verify(passwordHash ?? (await nobody()), password);
  return matches && passwordHash !== undefined;
}

let nobodysHash: Promise<string> | undefined;

function nobody(): Promise<string> {
  nobodysHash ??= hashPassword("nobody signs in with this");
  return nobodysHash;
}
