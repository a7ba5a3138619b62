import type { Cause } from "@/db/enums";

/** `internal` is a failure before the receiver, at the egress proxy. */
type ConnectCause = Extract<Cause, "dns" | "connect" | "tls" | "timeout" | "blocked" | "internal">;

/** Failure to connect. The message is for an operator and contains no resolved address. */
export class ConnectFailure extends Error {
  override name = "ConnectFailure";
  readonly reason: ConnectCause;

  constructor(reason: ConnectCause, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Returns the failure of TLS after its handshake, which a receiver that refuses the client has not seen end (TLS 1.3). */
export function openTlsFailure(error: NodeJS.ErrnoException, host: string) {
  const { code = "unknown" } = error;
  const message =
    code === "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED"
      ? `${host} requires a client certificate, and Postback has none.`
      : `The TLS connection to ${host} broke (${code}).`;
  return new ConnectFailure("tls", message, { cause: error });
}

/** Classifies a socket's error. `reached`: the TCP connection was established. */
export function socketFailure(error: NodeJS.ErrnoException, host: string, reached: boolean) {
  const code = error.code ?? "unknown";
  return reached
    ? new ConnectFailure("tls", tlsSentence(code, host), { cause: error })
    : new ConnectFailure("connect", connectSentence(code, host), { cause: error });
}

function connectSentence(code: string, host: string): string {
  switch (code) {
    case "ECONNREFUSED":
      return `${host} refused the connection: nothing listens on that port.`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return `There is no route to ${host}.`;
    case "ETIMEDOUT":
      return `${host} did not answer the connection attempt.`;
    default:
      return `The connection to ${host} could not be opened (${code}).`;
  }
}

function tlsSentence(code: string, host: string): string {
  switch (code) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `The certificate of ${host} is for another name.`;
    case "CERT_HAS_EXPIRED":
      return `The certificate of ${host} has expired.`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
      return `The certificate of ${host} is self-signed.`;
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `The certificate of ${host} is not from a known authority, or its chain is incomplete.`;
    // OpenSSL reads the first bytes of a plain answer as the version, newer releases as the length, of a TLS record.
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return `${host} answered without TLS (${code}); this port may serve plain HTTP.`;
    default:
      return `The TLS handshake with ${host} failed (${code}).`;
  }
}
