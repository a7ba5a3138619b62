import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { ReplayView } from "@/components/replays/replay-view";

export const metadata: Metadata = { title: "Replay" };

export default async function ReplayPage({ params }: { params: Promise<{ id: string }> }) {
  return <ReplayView id={await uuidOf(params)} />;
}
