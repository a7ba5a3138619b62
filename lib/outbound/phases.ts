/** How a new connection came about. Null is a phase there was none of: a literal address, plain HTTP. */
export type ConnectPhases = {
  dnsMs: number | null;
  connectMs: number | null;
  tlsMs: number | null;
};

/** Where the time of an attempt went, in whole milliseconds. On a kept connection there is only the last. */
export type Phases = ConnectPhases & {
  /** From the start of the request to the final status line. */
  firstByteMs: number | null;
};

export const noPhases: Phases = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null };
