import { liveState, subscribe, watchState } from "@/components/live/connection";

const pollMs = 5000;

/**
 * Calls on changes of deliveries while the page is visible, and once the stream is back: reads may have failed. Polls
 * while it is disconnected.
 */
export function onVisible(call: () => void, isDisconnected: boolean): () => void {
  const unsubscribe = subscribe((changes) => {
    if (document.hidden) return;
    if (!changes || changes.some(({ kind }) => kind === "deliveries")) call();
  });
  const seen = () => document.hidden || call();
  let before = liveState().state;
  const unwatch = watchState(() => {
    const { state } = liveState();
    if (state === "live" && before !== "live" && before !== "connecting") seen();
    before = state;
  });
  document.addEventListener("visibilitychange", seen);
  const polling = isDisconnected ? setInterval(call, pollMs) : undefined;
  return () => {
    unsubscribe();
    unwatch();
    document.removeEventListener("visibilitychange", seen);
    clearInterval(polling);
  };
}
