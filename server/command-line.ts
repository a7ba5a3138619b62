import { uuidv7 } from "uuidv7";
import type { Database } from "@/db/client";
import { scopes } from "@/db/enums";
import type { Context } from "@/lib/context";
import { intakeWithin } from "@/lib/queue/within";

/** Whoever may run commands on the machine sees every account. */
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
