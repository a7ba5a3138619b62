import type { Database } from "@/db/client";
import type { Context } from "@/lib/context";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";

/** Returns the context of a command on the machine, which may do everything. */
export function machineContext(db: Database): Context {
  return {
    db,
    queue: transactionalEventQueue(db),
    accountId: null,
    actor: { kind: "command_line" },
    scopes: ["admin"],
    requestId: "test",
  };
}
