import { ping } from "@/db/driver";
import { database, engine, type Pool } from "./database";
import { DbHealthProbe } from "./db-health-probe";

const limitMs = 2000;

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
