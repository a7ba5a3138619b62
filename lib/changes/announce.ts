import { log } from "@/lib/log";
import { type Change, channel } from "./change";
import { Gathering } from "./gathering";

/** What happens together is told together. */
const gatherMs = 20;
/** At the soonest so long after the last time. */
const restMs = 250;

type Notifier = { notify(channel: string, payload: string): Promise<unknown> };

const gathering = new Gathering();
let telling = false;
/** The pool that was used last; in a process that stops, another may have ended. */
let through: Notifier | undefined;

/**
 * Tells whoever looks at a screen that something changed. Call it after the commit. It only takes note: a process
 * tells at most four times a second, however much happens, and never fails its caller.
 */
export function announce(sql: Notifier, change: Change): void {
  gathering.add(change);
  through = sql;
  if (telling) return;
  telling = true;
  setTimeout(() => void tell(), gatherMs).unref();
}

async function tell(): Promise<void> {
  const notices = JSON.stringify(gathering.take());
  // One at a time: while the database is away, what changes gathers here.
  await through?.notify(channel, notices).catch((err) => log.debug({ err }, "changes not told"));
  setTimeout(() => {
    if (gathering.isEmpty) telling = false;
    else void tell();
  }, restMs).unref();
}
