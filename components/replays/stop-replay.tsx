"use client";

import { Ban } from "lucide-react";
import { AskButton } from "@/components/ui/ask-button";
import { type Replay, useCancelReplay } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";

type Props = {
  replay: Replay;
  /** In a line with other small buttons, beside the state of the replay. */
  small?: boolean;
};

/** Stops a replay. Requests in progress finish; the rest is as if it had never been in the replay. */
export function StopReplay({ replay: { id, status, finishedAt }, small = false }: Props) {
  const stop = useCancelReplay(id);
  const may = useMay("deliveries:write");
  const stopped = !stop.isIdle && status === "cancelled";
  if (!may || (status !== "running" && !stopped)) return null;
  return (
    <AskButton
      icon={Ban}
      name="Stop replay"
      warning="Requests in progress finish. What waited for a retry waits for it again; the rest is not resent."
      confirm="Confirm stop"
      decline="Keep running"
      status={
        stop.error?.message ?? (stopped && !small ? (finishedAt ? "Stopped." : "Stopping…") : "")
      }
      busy={stop.isPending || stopped}
      {...(small && { size: "small", place: "rowOfGrid" })}
      onConfirm={() => stop.mutate()}
    />
  );
}
