import { z } from "zod";

export const Id = z.uuid();

/** Parameters of a path with an id. An id that is not a UUID is a 404. */
export const ById = z.object({ id: Id });

/** Allowed values of `Idempotency-Key`. */
export const idempotencyKey = /^[\x20-\x7e]{1,255}$/;
