import { sql } from "drizzle-orm";
import { isConnectionRefused, isSilence } from "@/db/away";
import { codesOf } from "@/db/error-code";
import { Problem } from "@/lib/protocol/problem";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { answer, requestIdOf } from "./answer";
import { database } from "./database";
import { DbDeadline } from "./db-deadline";
import { healthProbeOf } from "./health-probe-of";

const limitMs = 2000;
const undefinedTable = "42P01";

/**
 * Answers whether the process is ready: the database answers and its tables exist. A 503 says which of these fails, with the code of the
 * driver or the SQLSTATE; it names no host and no user, because probes send no key.
 */
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
  } catch (error) {
    const headers = new ResponseHeaders({ "retry-after": "2" });
    return answer(503, reasonOf(error), requestId, headers);
  }
}

function reasonOf(error: unknown): { status: string; code?: string | undefined } {
  // A Problem is the deadline's: it passed, or the database is known to be silent.
  if (error instanceof Problem) return { status: "database does not answer" };
  const [code] = codesOf(error);
  if (isSilence(error)) return { status: "database does not answer", code };
  if (isConnectionRefused(error)) return { status: "database refuses the connection", code };
  if (code === undefinedTable) return { status: "database not migrated", code };
  return { status: "database unavailable", code };
}
