"use client";

import { Ban } from "lucide-react";
import { AskButton } from "@/components/ui/ask-button";
import { type Replay, useCancelReplay } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";

/** Ends a job. What is being sent is finished; the rest is as it was before. */
export function StopReplay({ replay: { id, status, finishedAt } }: { replay: Replay }) {
  const stop = useCancelReplay(id);
  const may = useMay("deliveries:write");
  const stopped = !stop.isIdle && status === "cancelled";
  if (!may || (status !== "running" && !stopped)) return null;
  return (
    <AskButton
      icon={Ban}
      name="Stop replay"
      warning="What is being sent is finished, the rest stays as it was."
      confirm="Confirm stop"
      decline="Keep running"
      told={stop.error?.message ?? (stopped ? (finishedAt ? "Stopped." : "Stopping…") : "")}
      busy={stop.isPending || stopped}
      onConfirm={() => stop.mutate()}
    />
  );
}
