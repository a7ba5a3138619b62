"use client";

import { useRouter } from "next/navigation";
import type { ReplayChoice } from "@/lib/replays/queries";
import { BulkResend } from "./bulk-resend";

/** The question, reached by an address; who declines sees the deliveries that were meant. */
export function NewReplay({ choice, back }: { choice: ReplayChoice; back: string }) {
  const router = useRouter();
  return <BulkResend choice={choice} close={() => router.push(back)} />;
}
