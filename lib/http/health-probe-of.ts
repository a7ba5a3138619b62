import { ping } from "@/db/driver";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { database, engine, type Pool } from "./database";
import { DbDeadline } from "./db-deadline";
import { DbHealthProbe } from "./db-health-probe";

/** Time limit of a probe. */
const limitMs = 2000;
/** Time limit of the database work of a request, unless its endpoint has another. */
const defaultTimeoutMs = 8000;

const probes = new Map<Pool, DbHealthProbe>();

/**
 * Returns the database health probe for requests that use `pool`. Publishing is probed in the pools it uses, everything
 * else in the general pool: a pool for slow work may be exhausted for a while although the database answers.
 */
export function healthProbeOf(pool: Pool): DbHealthProbe {
  const known = probes.get(pool);
  if (known) return known;
  const made = new DbHealthProbe(() =>
    Promise.all(askedFor(pool).map((client) => ping(client, limitMs))),
  );
  probes.set(pool, made);
  return made;
}

function askedFor(pool: Pool) {
  if (pool === "publishing") return [database(pool).$client, engine()];
  return [database("general").$client];
}

/** Returns the deadline of a request to an endpoint, which uses `pool`. */
export function deadlineOf({ dbTimeoutMs = defaultTimeoutMs }: Endpoint, pool: Pool): DbDeadline {
  return new DbDeadline(healthProbeOf(pool), dbTimeoutMs);
}
