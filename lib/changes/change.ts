/** Where things that changed are told of, from every process to those that answer browsers. */
export const channel = "changes";

/** Something changed: which noun, whose, and which one of them. */
export type Change = {
  /** As in its address: `deliveries`, `webhooks`, `api-keys`. */
  kind: string;
  /** Whose it is. Left out, only who sees every account hears of it. */
  account?: string | undefined;
  /** Of which webhook, where the account is not at hand. */
  webhook?: string | undefined;
  id?: string | undefined;
};

/** Changes of one kind in one place, gathered. */
export type Notice = {
  kind: string;
  account?: string;
  webhook?: string;
  /** Some of what changed. */
  ids: string[];
  /** There is more than `ids` names. */
  more?: true;
  /** Too many places changed to name them: everybody is to look. */
  anyone?: true;
};
