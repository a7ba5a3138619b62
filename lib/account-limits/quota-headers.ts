import { limitHeaders } from "@/lib/protocol/rate-limit";
import type { Lease } from "./lease";

/**
 * Returns the RateLimit headers of an account, `elapsedSeconds` after its lease; `unused` events of the lease are left.
 */
export function headersOf(lease: Lease, unused: number, elapsedSeconds: number) {
  const { burst, eventsPerSecond, eventsPerDay } = lease.limits;
  const refilled = Math.floor(elapsedSeconds * eventsPerSecond);
  const left = Math.min(lease.leftNow + unused + refilled, burst);
  return limitHeaders(
    {
      quota: { name: "events", limit: burst, windowSeconds: Math.ceil(burst / eventsPerSecond) },
      left,
      seconds: Math.ceil((burst - left) / eventsPerSecond),
    },
    {
      quota: { name: "events-today", limit: eventsPerDay, windowSeconds: 86_400 },
      left: lease.leftToday + unused,
      seconds: Math.max(0, Math.ceil(lease.daySeconds - elapsedSeconds)),
    },
  );
}
