import { startListener } from "@/db/listener";
import { channel, type Notice } from "@/lib/changes/change";

/** Collects the changes that all processes announce on a database, until it is stopped. Resolves when it listens. */
export async function hearChanges(url: string) {
  const notices: Notice[] = [];
  let listener: ReturnType<typeof startListener> | undefined;
  await new Promise<void>((resolve, reject) => {
    listener = startListener(url, {
      channels: [channel],
      beatMs: 1000,
      notified: (heard, text) => void (heard === channel && notices.push(...JSON.parse(text))),
      started: resolve,
      failed: reject,
    });
  });
  return { notices, stop: async () => listener?.stop() };
}
