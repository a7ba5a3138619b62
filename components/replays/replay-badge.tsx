import { Badge } from "@/components/ui/badge";
import type { Replay } from "@/lib/replays/queries";
import { replayState } from "./replay-state";

export function ReplayBadge({ replay }: { replay: Replay }) {
  const { word, ...look } = replayState(replay);
  return <Badge {...look}>{word}</Badge>;
}
