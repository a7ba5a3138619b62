/** Webhooks that this worker sends to. */
export type Ownership = {
  /** Shards to claim; undefined for all. */
  readonly shards: number[] | undefined;
  /** Returns true while no other worker starts requests to the webhook. */
  owns(webhookId: string): boolean;
  /** Returns the number of requests to the webhook that former owners may have in flight. */
  inFlightElsewhere(webhookId: string): number;
};

/** Every worker sends to every webhook (`DISPATCH=local`). */
export const ownsAll: Ownership = {
  shards: undefined,
  owns: () => true,
  inFlightElsewhere: () => 0,
};
