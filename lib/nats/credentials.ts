import { X509Certificate } from "node:crypto";

/** Settings of a connection to the broker. `lib/env.ts` describes them. */
export type NatsSettings = {
  NATS_URL?: string | undefined;
  NATS_CREDENTIALS?: string | undefined;
  NATS_CA?: string | undefined;
};

/** True for a list of URLs that a connection can use. */
export function areBrokerUrls(list: string): boolean {
  return list
    .split(",")
    .every((url) => /^(nats|tls):\/\/\S+$/.test(url.trim()) && URL.canParse(url.trim()));
}

/** True for PEM text with a readable certificate. */
export function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).publicKey !== null;
  } catch {
    return false;
  }
}

/** True for the contents of a `.creds` file: a signed user and its seed. */
export function isCreds(text: string): boolean {
  return jwtIn(text) !== null && seedIn(text) !== null;
}

/** Returns the seed of a user's nkey in a text: a `.creds` file, or a file with the seed alone. */
export function seedIn(text: string): string | null {
  return /\bSU[A-Z2-7]{56}\b/.exec(text)?.[0] ?? null;
}

/** Returns the time at which a `.creds` file expires; null if it does not. */
export function expiryOf(credentials: string): Date | null {
  try {
    const [, claims = ""] = jwtIn(credentials)?.split(".") ?? [];
    const { exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
    return exp ? new Date(exp * 1000) : null;
  } catch {
    return null;
  }
}

/** Returns the user and password, or the token, of the first URL. */
export function userIn({ NATS_URL = "" }: NatsSettings) {
  const { username, password } = new URL(NATS_URL.split(",")[0]?.trim() ?? "");
  const user = decodeURIComponent(username);
  if (user === "") return {};
  return password === "" ? { token: user } : { user, pass: decodeURIComponent(password) };
}

function jwtIn(text: string): string | null {
  const block = /-----BEGIN NATS USER JWT-----\s+([\w-]+\.[\w-]+\.[\w-]+)\s/;
  return block.exec(text)?.[1] ?? null;
}
