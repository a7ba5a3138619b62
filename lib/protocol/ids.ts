import * as z from "zod";

/** An id, in small letters as Postgres writes them: ids are compared as texts. */
export const Id = z.uuid().toLowerCase();

/** Parameters of a path with an id. An id that is not a UUID is a 404. */
export const ById = z.object({ id: Id });

/** Allowed values of `Idempotency-Key`. */
export const idempotencyKey = /^[\x20-\x7e]{1,255}$/;
