"use client";

import { ChevronRight, Pause, Play, RotateCw } from "lucide-react";
import { useForgetFailure } from "@/components/live/use-forget-failure";
import { useIsRetrying } from "@/components/replays/watched-replays";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { formatTarget } from "@/lib/format";
import { useMay } from "@/lib/session/queries";
import { useUpdateSettings } from "@/lib/settings/queries";
import type { Incident } from "@/lib/stats/queries";
import { amountInShort } from "./words";

export type IncidentHandlers = {
  /** Called before the change is requested: the list keeps its cards in place. */
  onAct: () => void;
  onPaused: () => void;
  onResumed: () => void;
  onRetry: () => void;
};
type Props = IncidentHandlers & {
  incident: Incident;
  pausedHere: boolean;
  ended: boolean;
};

/** Actions of an incident, above the link that spans its card. */
export function IncidentActions(props: Props) {
  const { incident, pausedHere, ended, onAct, onPaused, onResumed, onRetry } = props;
  const { webhookId, callbackUrl, label, kind, waiting, failed } = incident;
  const [mayPause, mayResend] = [useMay("webhooks:write"), useMay("deliveries:write")];
  const update = useUpdateSettings(webhookId);
  useForgetFailure(update);
  const isRetrying = useIsRetrying(webhookId);
  const pausing = (ended || kind !== "auto_paused") && !pausedHere;
  // Without an incident, the numbers of the card are those of the past, except where a pause ended it.
  const unsent = ended && !pausedHere ? 0 : waiting + failed;
  const name = label || formatTarget(callbackUrl);
  // The card may unmount before the response, which would drop a callback of the mutation.
  const change = () => {
    onAct();
    return update.mutateAsync({ paused: pausing }).then(pausing ? onPaused : onResumed, () => {});
  };
  return (
    <>
      {update.error && (
        <p role="alert" className="col-span-full order-last text-bad text-sm">
          {update.error.message}
        </p>
      )}
      <div className="relative flex items-center justify-end gap-1.5 lg:max-xl:row-span-2 max-lg:col-span-2 max-lg:flex-wrap max-lg:justify-start">
        {mayResend && unsent > 0 && (
          <Button
            size="small"
            busy={isRetrying}
            onClick={() => {
              onAct();
              onRetry();
            }}
          >
            <RotateCw aria-hidden="true" />
            {isRetrying ? "Retrying…" : `Retry all ${amountInShort(unsent)}`}
            <span className="sr-only"> at {name}</span>
          </Button>
        )}
        {mayPause && (
          <Button
            size="small"
            className="w-21"
            busy={update.isPending}
            onClick={() => void change()}
          >
            {pausing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
            {pausing ? "Pause" : "Resume"}
            <span className="sr-only"> {name}</span>
          </Button>
        )}
        <ButtonLink
          look="quiet"
          size="small"
          shape="icon"
          href={`/webhooks/${webhookId}`}
          aria-label={`Open webhook ${name}`}
          title="Open webhook"
        >
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
      </div>
    </>
  );
}
