"use client";

import dynamic from "next/dynamic";
import { useEffect } from "react";
import { unwatchEnded, useWatchedReplays } from "./watched-replays";

// Loaded with the first replay that is started.
const WatchedReplay = dynamic(() => import("./watched-replay").then((made) => made.WatchedReplay), {
  ssr: false,
});

type Props = {
  /** Only replays that may be of this webhook. */
  webhook?: string | undefined;
};

/** Progress of the replays that were started in this tab. Those that have ended go when the page is left. */
export function ReplaysHere({ webhook }: Props) {
  const all = useWatchedReplays();
  const shown = webhook ? all.filter(({ webhooks }) => mayBeOf(webhooks, webhook)) : all;
  useEffect(() => unwatchEnded, []);
  return (
    <>
      {/* It is there before what it announces. */}
      <p role="status" className="sr-only">
        {shown.at(-1)?.said}
      </p>
      {shown.map((each) => (
        <WatchedReplay key={each.id} watched={each} />
      ))}
    </>
  );
}

function mayBeOf(webhooks: readonly string[], webhook: string): boolean {
  return webhooks.length === 0 || webhooks.includes(webhook);
}
