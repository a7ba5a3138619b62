/**
 * Keys of Postgres advisory locks. All processes of one database share them, whatever their version, so a key is never
 * changed or used again. Idempotency keys hash their own text (`lib/idempotency`) and take 64-bit keys.
 */
export const advisoryLocks = {
  /** Held while migrations run. */
  migrations: 7_062_019,
  /** Held by the one process that runs retention. */
  retention: 7_062_020,
  /** Held by the transaction that folds or rebuilds tallies. */
  tallies: 7_062_021,
  /** Serialises creation of the first administrator. */
  setup: 7_062_022,
  /** Serialises changes that could remove the last administrator. */
  administrators: 7_062_023,
  /** Serialises the check of `MASTER_KEY` against its proofs. */
  masterKeys: 7_062_024,
  /** With the hash of an account: serialises the start of its replays. */
  replays: 7_062_025,
  /** Held by the connection that adds the sample data, and shared by those that remove it. */
  sample: 7_062_026,
  /** Held by the transaction that moves due times back after the clock of the database stepped back. */
  clockStep: 7_062_027,
} as const;
