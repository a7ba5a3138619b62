import type { EventName } from "@/db/enums";

/** Something to tell receivers of. */
export type Happening = {
  accountId: string;
  event: EventName;
  /** JSON text, sent on byte for byte. */
  data: string;
  /** The `videoId` or `avatarId` in it. */
  subject: string;
  /** To this webhook only, once, as a test. */
  testOf?: string;
  /** To this webhook only, listening or not, by the whole schedule. */
  onlyTo?: string;
  /** Also to the webhook that stands for its own `callbackUrl`. */
  oneShot?: string;
};
