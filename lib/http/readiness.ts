import { sql } from "drizzle-orm";
import { database } from "./database";
import { pulse } from "./database-pulse";
import { Patience } from "./patience";

const limitMs = 2000;

/** Ready means that the database answers and its tables are there. */
export async function readiness(): Promise<Response> {
  try {
    const patience = new Patience(pulse, limitMs);
    patience.assertHope();
    await patience.wait(database().execute(sql`select from queue limit 1`));
    return Response.json({ status: "ready" });
  } catch {
    const headers = { "retry-after": "2" };
    return Response.json({ status: "database away or not migrated" }, { status: 503, headers });
  }
}
