import { customType, timestamp, uuid } from "drizzle-orm/pg-core";
import { uuidv7 } from "uuidv7";

/** UUIDv7 (RFC 9562 §5.7), generated in the app: Postgres before 18 cannot. */
export const id = () => uuid().primaryKey().$defaultFn(uuidv7);

/** Timestamp in milliseconds, as in the API: a cursor made from a row compares equal to that row. */
export const instant = () => timestamp({ withTimezone: true, precision: 3 });

export const createdAt = () => instant().notNull().defaultNow();

export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });
