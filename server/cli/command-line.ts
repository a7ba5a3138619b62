import { uuidv7 } from "uuidv7";
import type { Database } from "@/db/client";
import { scopes } from "@/db/enums";
import type { Context } from "@/lib/context";
import { intakeWithin } from "@/lib/queue/transactional-enqueue";

/** Context of commands, which may access every account. */
export function commandLine(db: Database): Context {
  return {
    db,
    queue: intakeWithin(db),
    accountId: null,
    actor: { kind: "command_line" },
    scopes,
    requestId: uuidv7(),
  };
}
