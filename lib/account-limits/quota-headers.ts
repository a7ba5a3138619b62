import { limitHeaders } from "@/lib/protocol/rate-limit";
import type { Lease } from "./lease";

const daySeconds = 86_400;

/**
 * Returns the RateLimit headers of an account, `elapsedSeconds` after its lease; `held` events of the lease are unused.
 */
export function headersOf(lease: Lease, held: number, elapsedSeconds: number) {
  const { burst, eventsPerSecond, eventsPerDay } = lease.limits;
  const refilled = Math.floor(elapsedSeconds * eventsPerSecond);
  const left = Math.min(lease.leftNow + held + refilled, burst);
  return limitHeaders(
    {
      quota: { name: "events", limit: burst, windowSeconds: Math.ceil(burst / eventsPerSecond) },
      left,
      seconds: Math.ceil((burst - left) / eventsPerSecond),
    },
    {
      quota: { name: "events-today", limit: eventsPerDay, windowSeconds: daySeconds },
      left: lease.leftToday + held,
      seconds: Math.max(0, Math.ceil(lease.daySeconds - elapsedSeconds)),
    },
  );
}
