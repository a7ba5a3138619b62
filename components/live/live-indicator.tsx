"use client";

import { useNow } from "@/components/time/use-now";
import { formatQuantity } from "@/lib/format";
import { retryNow } from "./connection";
import { useLiveState } from "./use-live-state";

const quiet = "flex items-center gap-1.5 whitespace-nowrap text-soft text-sm";

/** State of live updates, with a retry after a lost connection. */
export function LiveIndicator() {
  const live = useLiveState();
  if (live.state === "reconnecting") return <Reconnecting retryAt={live.retryAt} />;
  const words = {
    live: "Live",
    connecting: "Connecting",
    stale: "Stale",
    offline: "You are offline",
  }[live.state];
  const dots = { live: "bg-good", connecting: "bg-field", stale: "bg-warn", offline: "bg-warn" };
  return (
    <span className={quiet}>
      <span aria-hidden="true" className={`size-2 rounded-full ${dots[live.state]}`} />
      {words}
    </span>
  );
}

function Reconnecting({ retryAt }: { retryAt: number }) {
  const now = useNow();
  const seconds = Math.max(0, Math.ceil((retryAt - now) / 1000));
  return (
    <span className={quiet}>
      <span aria-hidden="true" className="size-2 rounded-full bg-warn" />
      <span>
        Connection lost
        <span className="max-sm:hidden">, retrying in {formatQuantity(seconds, "s")}</span>
      </span>
      <button
        type="button"
        className="tap-area min-h-6 rounded-sm font-medium text-accent hover:underline"
        onClick={retryNow}
      >
        Retry<span className="sr-only"> the live connection</span> now
      </button>
    </span>
  );
}
