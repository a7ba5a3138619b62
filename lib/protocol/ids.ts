import { z } from "zod";

export const Id = z.uuid();

/** A path that names one thing; whatever is no uuid names nothing and answers 404. */
export const ById = z.object({ id: Id });

/** What an `Idempotency-Key` may be. */
export const idempotencyKey = /^[\x20-\x7e]{1,255}$/;
