"use client";

import dynamic from "next/dynamic";
import type { ReplayChoice } from "@/lib/replays/queries";

const Dialog = dynamic(
  () => import("./bulk-resend-dialog").then(({ BulkResendDialog }) => BulkResendDialog),
  { ssr: false },
);

type Props = {
  /** Deliveries to resend; undefined while the dialog is closed. */
  choice: ReplayChoice | undefined;
  close: () => void;
};

/** Confirms a bulk resend and opens the replay. Loaded on first use. */
export function BulkResend({ choice, close }: Props) {
  return choice && <Dialog choice={choice} close={close} />;
}
