import type { IncomingHttpHeaders } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";

/** Whether the router state of a request is invalid. Next would answer 500 and log a stack trace. */
export function isRouterStateMalformed(headers: IncomingHttpHeaders): boolean {
  try {
    parseAndValidateFlightRouterState(headers["next-router-state-tree"]);
    return false;
  } catch {
    return true;
  }
}
