import { sql } from "drizzle-orm";
import { answer, requestIdOf } from "./answer";
import { database } from "./database";
import { pulse } from "./database-pulse";
import { Patience } from "./patience";

const limitMs = 2000;

/** Ready means that the database answers and its tables are there. */
export async function readiness(request: Request): Promise<Response> {
  const requestId = requestIdOf(request);
  try {
    const patience = new Patience(pulse, limitMs);
    patience.assertHope();
    await patience.wait(database().execute(sql`select from queue limit 1`));
    return answer(200, { status: "ready" }, requestId);
  } catch {
    const headers = new Headers({ "retry-after": "2" });
    return answer(503, { status: "database away or not migrated" }, requestId, headers);
  }
}
