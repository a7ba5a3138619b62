/** Postgres channel on which every process announces changes to the web processes. */
export const channel = "changes";

/** A change: kind, account and id of the object. */
export type Change = {
  /** First segment of its path: `deliveries`, `webhooks`, `api-keys`. */
  kind: string;
  /** Account of the object. Without it only callers who see every account are notified. */
  account?: string | undefined;
  /** Webhook of the object, in place of the account when that is unknown. */
  webhook?: string | undefined;
  id?: string | undefined;
  /** The account is not known, so every client reads again. Only callers who see every account get the id. */
  anyone?: boolean;
};

/** Changes of one kind in one account or webhook. */
export type Notice = {
  kind: string;
  account?: string;
  webhook?: string;
  /** Ids of some of the changed objects. */
  ids: string[];
  /** More objects changed than `ids` lists. */
  more?: true;
  /** Changes in unknown places, or in too many to list: every client reads again. */
  anyone?: true;
};
