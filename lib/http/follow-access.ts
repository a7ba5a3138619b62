import { startListener } from "@/db/listener";
import { accessChannel, applyAccessNotice } from "@/lib/changes/access";
import { log } from "@/lib/log";

/** A connection that was lost is noticed after this time and the time limit of a statement. */
const beatMs = 5000;

/** Forgets keys and limits that other processes change, as soon as they are notified, until it is stopped. */
export function followAccess(url: string) {
  return startListener(url, {
    channels: [accessChannel],
    beatMs,
    notified: (_, text) => applyAccessNotice(text),
    // Missed notifications only cause a delay: nothing is remembered for longer than five seconds.
    started: () => {},
    failed: (error) => log.warn({ err: error }, "access listener disconnected"),
  });
}
