import { log } from "@/lib/log";
import { type Change, channel, type Notice } from "./change";
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
/** Resolves when the latest notification was sent, or failed. */
let sending: Promise<void> = Promise.resolve();

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

/**
 * Sends what was announced and not sent yet. Call it before a process that stops closes its pools: otherwise no page would show these
 * changes. Never throws.
 */
export async function sendAnnounced(sql: Notifier): Promise<void> {
  await sending;
  if (!gathering.isEmpty) await notify(sql);
}

async function sendNotices(): Promise<void> {
  // One notification at a time: while the database is away, changes are batched here.
  if (through && !gathering.isEmpty) await notify(through);
  setTimeout(() => {
    if (gathering.isEmpty) isSending = false;
    else void sendNotices();
  }, restMs).unref();
}

function notify(sql: Notifier): Promise<void> {
  sending = send(sql, gathering.take());
  return sending;
}

async function send(sql: Notifier, notices: Notice[]): Promise<void> {
  await sql.notify(channel, JSON.stringify(notices)).catch((err) => {
    log.debug({ err }, "change notification failed; repeating");
    // A pool that was closed for good leaves nothing to repeat.
    if (err.code !== "CONNECTION_ENDED") gathering.putBack(notices);
  });
}
