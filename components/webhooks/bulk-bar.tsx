"use client";

import { Pause, Play, RotateCw, X } from "lucide-react";
import { ReadProblem } from "@/components/page/read-problem";
import type { Failure } from "@/components/page/use-stable-query";
import { retryAllLink } from "@/components/replays/replay-verb";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { IconButton } from "@/components/ui/icon-button";
import type { Listed } from "./choose-webhooks";
import type { Actions } from "./use-webhook-actions";

/** The API takes at most this many webhooks in one filter. */
const retriedAtOnce = 50;

type Props = {
  chosen: readonly Listed[];
  actions: Actions;
  /** Reason why the list could not be refreshed. */
  failure: Failure | undefined;
  clear: () => void;
};

/** Actions on the selected webhooks, sticky below the list, and above them why the list could not be refreshed. */
export function BulkBar({ failure, ...selected }: Props) {
  return (
    <div className="sticky bottom-3 z-10 max-md:bottom-20 max-md:low:bottom-15">
      <ReadProblem what="Webhooks" failure={failure} hasData place="above" />
      <BulkActions {...selected} />
    </div>
  );
}

function BulkActions({ chosen, actions, clear }: Omit<Props, "failure">) {
  const webhooksOf = (paused: boolean) =>
    chosen.filter(({ more }) => (more?.paused ?? false) === paused).map(({ webhook }) => webhook);
  const [running, paused] = [webhooksOf(false), webhooksOf(true)];
  return (
    <section
      aria-label="Selected webhooks"
      className="flex w-fit max-w-full flex-wrap low:flex-nowrap items-center gap-2 low:overflow-x-auto low:whitespace-nowrap rounded-lg border border-line bg-raised px-2 py-1.5 shadow-high"
    >
      <IconButton icon={X} name="Clear selection" onClick={clear} />
      <p role="status" className="mr-1 font-medium text-sm tabular-nums">
        {chosen.length} selected
      </p>
      {running.length > 0 && (
        <Button size="small" busy={actions.busy} onClick={() => actions.pause(running, true)}>
          <Pause aria-hidden="true" />
          Pause {running.length}
        </Button>
      )}
      {paused.length > 0 && (
        <Button size="small" busy={actions.busy} onClick={() => actions.pause(paused, false)}>
          <Play aria-hidden="true" />
          Resume {paused.length}
        </Button>
      )}
      {chosen.length <= retriedAtOnce && (
        <ButtonLink size="small" href={retryAllLink(chosen.map(({ webhook }) => webhook.id))}>
          <RotateCw aria-hidden="true" />
          Retry all…
        </ButtonLink>
      )}
    </section>
  );
}
