import { env } from "@/lib/env";
import { engine, handOffTo } from "@/lib/http/database";
import { NatsHandOff } from "@/lib/nats/hand-off";
import type { HandOff } from "@/lib/queue/queue";

type LocalWorker = { id: string; handOff: HandOff; owns(webhookId: string): boolean };

/**
 * Hands deliveries accepted from now on to the worker of this process, if there is one, and to others by the broker, if there
 * is one. Call `stop` before the database is closed.
 */
export function startHandOff(local?: LocalWorker) {
  if (env().DISPATCH !== "nats") {
    if (local) handOffTo(local.handOff);
    return { stop: async () => {} };
  }
  const handOff = new NatsHandOff(engine(), env(), local);
  handOffTo(handOff);
  return handOff;
}
