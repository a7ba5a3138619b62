import { uuidOf } from "@/app/uuid-of";
import { ReplayView } from "@/components/replays/replay-view";

export default async function ReplayPage({ params }: { params: Promise<{ id: string }> }) {
  return <ReplayView id={await uuidOf(params)} />;
}
