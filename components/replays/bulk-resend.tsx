"use client";

import dynamic from "next/dynamic";
import type { ReplayChoice } from "@/lib/replays/queries";

const Dialog = dynamic(
  () => import("./bulk-resend-dialog").then(({ BulkResendDialog }) => BulkResendDialog),
  { ssr: false },
);

type Props = {
  /** What to send again; nothing while nobody asks for it. */
  choice: ReplayChoice | undefined;
  close: () => void;
};

/** Asks before many deliveries are sent again, and leads to the job. It is fetched when it is first needed. */
export function BulkResend({ choice, close }: Props) {
  return choice && <Dialog choice={choice} close={close} />;
}
