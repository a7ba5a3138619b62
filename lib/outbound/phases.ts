/** Phases of a new connection. Null is a phase that did not happen: DNS for a literal address, TLS for plain HTTP. */
export type ConnectPhases = {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
};

/** Phases of an attempt, in whole milliseconds. A kept connection has only the last one. */
export type Phases = ConnectPhases & {
  /** From the start of the request to the final status line. */
  firstByteMs: number | null;
};

export const noPhases: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };
