import { uuidv7 } from "uuidv7";
import type { Database } from "@/db/client";
import { scopes } from "@/db/enums";
import type { Context } from "@/lib/context";
import { transactionalEventQueue } from "@/lib/queue/transactional-enqueue";

/** Context of commands, which may access every account. */
export function commandLine(db: Database): Context {
  return {
    db,
    queue: transactionalEventQueue(db),
    accountId: null,
    actor: { kind: "command_line" },
    scopes,
    requestId: uuidv7(),
  };
}
