import { Ban, CircleCheck, CircleX, type LucideIcon, RotateCw } from "lucide-react";
import type { Tone } from "@/components/ui/badge";
import type { Replay } from "@/lib/replays/queries";

type Shown = { word: string; tone: Tone; icon: LucideIcon };

const shown = {
  running: { word: "Running", tone: "busy", icon: RotateCw },
  stopping: { word: "Stopping", tone: "warn", icon: Ban },
  completed: { word: "Finished", tone: "good", icon: CircleCheck },
  failed: { word: "Failed", tone: "bad", icon: CircleX },
  cancelled: { word: "Stopped", tone: "idle", icon: Ban },
} as const satisfies Record<string, Shown>;

/** Returns the state shown for a replay. A cancelled one is stopping while requests are in progress. */
export function replayState({ status, finishedAt }: Pick<Replay, "status" | "finishedAt">): Shown {
  return shown[status === "cancelled" && !finishedAt ? "stopping" : status];
}
