import { hasCode } from "./error-code";

const away = new Set([
  "CONNECTION_CLOSED",
  "CONNECTION_ENDED",
  "CONNECTION_DESTROYED",
  "CONNECT_TIMEOUT",
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOENT",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EPIPE",
  "ETIMEDOUT",
  "STATEMENT_LIMIT",
  "TARGET_SESSION_ATTRS",
]);
/**
 * SQLSTATE classes: connection, resources (disk full, too many connections), operator intervention (shutting
 * down, starting up, a statement past its time limit), system error; a standby that is not the primary yet; and a
 * transaction that was ended because it idled or took too long.
 */
const awayClasses = ["08", "53", "57", "58", "25006", "25P03", "25P04"];

const silent = new Set(["STATEMENT_LIMIT", "CONNECT_TIMEOUT", "CONNECTION_DESTROYED", "ETIMEDOUT"]);

/** Returns whether the database did not respond at all, as opposed to refusing. */
export function isSilence(error: unknown): boolean {
  return hasCode(error, (code) => silent.has(code));
}

/** SQLSTATEs of a statement that was cancelled, and of one that waited too long for a lock. */
const stopped = new Set(["57014", "55P03"]);

/** Returns whether the database stopped the statement because it took or waited too long. */
export function isStopped(error: unknown): boolean {
  return hasCode(error, (code) => stopped.has(code));
}

const diskFull = "53100";
const readOnly = "25006";

/** Returns whether the database refused the statement because its disk is full. Nothing of its transaction is stored. */
export function isDiskFull(error: unknown): boolean {
  return hasCode(error, (code) => code === diskFull);
}

/** Returns whether the database refused the statement because it accepts no writes, as a standby. Nothing of its transaction is stored. */
export function isReadOnly(error: unknown): boolean {
  return hasCode(error, (code) => code === readOnly);
}

/**
 * Codes of such refusals: a wrong password, a rule of the server or a database that does not exist (SQLSTATE), and a
 * certificate that is not accepted (Node and OpenSSL).
 */
const refused =
  /^(28\w{3}|3D000|CERT_\w+|UNABLE_TO_\w+|\w*SELF_SIGNED_CERT\w*|INVALID_CA|ERR_(SSL|TLS)_\w+|EPROTO)$/;

/** Returns whether the database refused a connection because of its settings or ours, such as a wrong password. Waiting does not help. */
export function isConnectionRefused(error: unknown): boolean {
  return hasCode(error, (code) => refused.test(code));
}

/** Returns whether the database was unreachable, as opposed to rejecting the statement. */
export function isDatabaseAway(error: unknown): boolean {
  const isAway = (code: string) =>
    away.has(code) || awayClasses.some((prefix) => code.startsWith(prefix)) || refused.test(code);
  return hasCode(error, isAway);
}
