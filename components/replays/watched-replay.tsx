"use client";

import { X } from "lucide-react";
import { useEffect } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { IconButton } from "@/components/ui/icon-button";
import { ProgressBar } from "./progress-bar";
import { endInWords, progressInWords } from "./progress-words";
import { ReplayBadge } from "./replay-badge";
import { StopReplay } from "./stop-replay";
import { useRunningReplay } from "./use-running-replay";
import { endWatched, unwatchReplay, type WatchedReplay as Watched } from "./watched-replays";

/** Live progress of a replay in a line or two, with a link to its page. */
export function WatchedReplay({ watched: { id, title, hasEnded } }: { watched: Watched }) {
  const { data, failure } = useRunningReplay(id);
  const words = data?.finishedAt && !hasEnded ? endInWords(title, data) : undefined;
  useEffect(() => {
    if (words) endWatched(id, words);
  }, [id, words]);
  if (!data) return null;
  return (
    <section
      ref={showAll}
      aria-label={title}
      className="grid scroll-mb-22 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1.5 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 text-sm shadow-low md:scroll-mb-4 xl:grid-cols-[minmax(0,1fr)_auto_auto_auto] [[data-overlay]_&]:shadow-high"
    >
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <p className="flex min-w-0 flex-wrap items-center gap-x-2">
          <ReplayBadge replay={data} />
          <span className="wrap-anywhere font-medium">{title}</span>
        </p>
        <div className="w-32">
          <ProgressBar replay={data} />
        </div>
        <p className="min-w-0 text-soft tabular-nums">{progressInWords(data)}</p>
        {failure && <p className="text-bad">{failure.error.message}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 max-xl:order-last max-xl:col-span-full xl:contents">
        <StopReplay replay={data} small />
        <ButtonLink size="small" className="xl:col-start-3" href={`/replays/${id}`}>
          Open replay
        </ButtonLink>
      </div>
      <IconButton
        icon={X}
        name={`Hide: ${title}`}
        className="xl:col-start-4 max-xl:self-start"
        onClick={() => unwatchReplay(id)}
      />
    </section>
  );
}

/** On a small screen, the list of incidents may end below it. */
function showAll(section: HTMLElement | null): void {
  section?.scrollIntoView({ block: "nearest" });
}
