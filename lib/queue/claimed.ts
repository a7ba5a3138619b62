import type { EventName, Trigger } from "@/db/enums";

/** How a claim found the circuit of a webhook; while it is open, nothing is claimed. */
export type Phase = "closed" | "probing" | "ramping";

/** One attempt, leased to this process: everything that sending it needs. */
export type Claimed = {
  deliveryId: string;
  attempt: number;
  step: number;
  trigger: Trigger;
  eventId: string;
  event: EventName;
  data: string;
  webhookId: string;
  callbackUrl: string;
  deadlineSeconds: number;
  /** Its webhook let a deadline pass and has not been quick again since. */
  slow: boolean;
  /** Of its webhook's circuit, with the length of its last rest. */
  phase: Phase;
  cooldownSeconds: number | null;
  /** Every valid one, newest first. */
  secrets: string[];
  /** Its owner's, as JSON text; null when there are none. */
  headers: string | null;
  /** The database's clock at the claim, the only one that times are taken from. */
  now: Date;
  /** The process's own steady clock just before the claim: the lease runs from here at the latest. */
  claimedAt: number;
};
