import { sql } from "drizzle-orm";
import { database, engine } from "./database";
import { Pulse } from "./pulse";

/** Of both pools: a request that publishes needs one and then the other. */
export const pulse = new Pulse(() =>
  Promise.all([database().execute(sql`select 1`), engine()`select 1`]),
);
