import { sql } from "drizzle-orm";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { answer, requestIdOf } from "./answer";
import { database } from "./database";
import { DbDeadline } from "./db-deadline";
import { healthProbeOf } from "./health-probe-of";

const limitMs = 2000;

/** Answers whether the process is ready: the database answers and its tables exist. */
export async function readiness(request: Request): Promise<Response> {
  const requestId = requestIdOf(request);
  try {
    // A page that reloads once this answers reads from the general pool: ask there again as well.
    const general = healthProbeOf("general");
    if (general.isSilent) general.send();
    const deadline = new DbDeadline(healthProbeOf("publishing"), limitMs);
    deadline.assertDatabaseUp();
    await deadline.wait(database("publishing").execute(sql`select from queue limit 1`));
    return answer(200, { status: "ready" }, requestId);
  } catch {
    const headers = new ResponseHeaders({ "retry-after": "2" });
    return answer(503, { status: "database away or not migrated" }, requestId, headers);
  }
}
