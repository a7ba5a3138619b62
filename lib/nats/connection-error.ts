import { expiryOf, isCreds, type NatsSettings, userIn } from "./credentials";

const untrusted = new Set([
  "CERT_SIGNATURE_FAILURE",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

type Fault = Error & { code?: string };

/** Returns an error that says why no connection to the broker was made, and what to do. It contains no secrets. */
export function connectionError(error: unknown, settings: NatsSettings): Error {
  const fault = (error instanceof Error ? error : new Error("no server responds")) as Fault;
  return new Error(tlsFault(fault, settings) ?? signInFault(fault, settings) ?? lineFault(fault));
}

function tlsFault({ code = "", message }: Fault, { NATS_CA }: NatsSettings): string | null {
  if (untrusted.has(code)) {
    const expected = NATS_CA ? "the authority in NATS_CA" : "a known authority";
    return `The broker's certificate is not signed by ${expected} (${code}). Set NATS_CA_FILE to the certificate of the authority that signed it.`;
  }
  if (code === "CERT_HAS_EXPIRED") return "The broker's certificate has expired. Renew it.";
  if (code === "CERT_NOT_YET_VALID")
    return "The broker's certificate is not valid yet. Check the clocks of both machines.";
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return "The broker's certificate is for other names than those in NATS_URL. Use a name that is in the certificate.";
  if (message.includes("server does not support 'tls'"))
    return "The broker does not offer TLS. Configure `tls` at the broker, or use nats:// in NATS_URL without NATS_CA.";
  if (/certificate.required|handshake.failure|bad.certificate/i.test(`${code} ${message}`))
    return `The broker refused the TLS handshake (${code}). Postback presents no client certificate: set \`verify: false\` at the broker.`;
  return null;
}

function signInFault({ name, message }: Fault, settings: NatsSettings): string | null {
  const isRefused = name === "AuthorizationError" || name === "UserAuthenticationExpiredError";
  if (!isRefused) return null;
  if (/timeout/i.test(message)) return "The broker's sign-in timed out. Check its load.";
  const { NATS_CREDENTIALS: credentials } = settings;
  if (credentials) return credentialsFault(credentials);
  const { user, token } = userIn(settings) as { user?: string; token?: string };
  if (user)
    return "The broker refused the user or password in NATS_URL. Correct them, with special characters percent-encoded.";
  if (token)
    return "The broker refused the token in NATS_URL. Correct it, with special characters percent-encoded.";
  return "The broker requires credentials. Put `user:password@` or `token@` in NATS_URL, or set NATS_CREDENTIALS_FILE to a .creds or nkey file.";
}

function credentialsFault(credentials: string): string {
  if (!isCreds(credentials))
    return "The broker refused the nkey in NATS_CREDENTIALS. Add its public key to the users of the broker.";
  const expiry = expiryOf(credentials);
  if (expiry && expiry.getTime() <= Date.now())
    return `The credentials in NATS_CREDENTIALS expired at ${expiry.toISOString()}. Create new ones and restart Postback.`;
  return "The broker refused the credentials in NATS_CREDENTIALS. Check that its operator and account signed them and that the user is not revoked.";
}

function lineFault({ code, message }: Fault): string {
  const reason = message || code || "no answer";
  return `No broker responds (${reason}). Check that it runs and that NATS_URL has its address.`;
}
