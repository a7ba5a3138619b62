import { ReplaySkeleton } from "@/components/replays/replay-skeleton";

export default function Loading() {
  return <ReplaySkeleton />;
}
