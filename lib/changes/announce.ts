import { log } from "@/lib/log";
import { type Change, channel } from "./change";
import { Gathering } from "./gathering";

/** Changes within this time are sent in one notification. */
const gatherMs = 20;
/** Minimum time between two notifications. */
const restMs = 250;

type Notifier = { notify(channel: string, payload: string): Promise<unknown> };

const gathering = new Gathering();
let isSending = false;
/** The pool used last. In a process that stops, an older one may be closed. */
let through: Notifier | undefined;

/**
 * Announces a change to the dashboard. Call it after the commit. Changes are batched: a process notifies at most four
 * times a second. Never throws.
 */
export function announce(sql: Notifier, change: Change): void {
  gathering.add(change);
  through = sql;
  if (isSending) return;
  isSending = true;
  setTimeout(() => void sendNotices(), gatherMs).unref();
}

async function sendNotices(): Promise<void> {
  const notices = gathering.take();
  // One notification at a time: while the database is away, changes are batched here.
  await through?.notify(channel, JSON.stringify(notices)).catch((err) => {
    log.debug({ err }, "change notification failed; repeating");
    // A pool that was closed for good leaves nothing to repeat.
    if (err.code !== "CONNECTION_ENDED") gathering.putBack(notices);
  });
  setTimeout(() => {
    if (gathering.isEmpty) isSending = false;
    else void sendNotices();
  }, restMs).unref();
}
