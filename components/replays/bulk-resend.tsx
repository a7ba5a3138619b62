"use client";

import dynamic from "next/dynamic";
import type { ReplayChoice } from "@/lib/replays/queries";
import { type ReplayVerb, replayVerb } from "./replay-verb";

const Dialog = dynamic(
  () => import("./bulk-resend-dialog").then(({ BulkResendDialog }) => BulkResendDialog),
  { ssr: false },
);

type Props = {
  /** Deliveries to resend; undefined while the dialog is closed. */
  choice?: ReplayChoice | undefined;
  /** Set when the ids of the choice are of undelivered deliveries. */
  verb?: ReplayVerb;
  /** Name of the receiver, where its progress is shown among that of others. */
  to?: string;
  close: () => void;
};

/** Confirms a bulk resend, whose progress `ReplaysHere` then shows on the same page. Loaded on first use. */
export function BulkResend({ choice, verb, ...rest }: Props) {
  return choice && <Dialog choice={choice} verb={verb ?? replayVerb(choice)} isHere {...rest} />;
}
