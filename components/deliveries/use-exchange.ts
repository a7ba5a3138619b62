"use client";

import { useQueryStates } from "nuqs";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { type ExchangeTab, exchangeAddress } from "./exchange-address";

/** The attempt that is looked at: the latest, unless the address names one; and the side that tells most. */
export function useExchange(delivery: DeliveryDetail | undefined) {
  const [{ att, tab }, set] = useQueryStates(exchangeAddress, { history: "push" });
  const log = delivery?.attemptLog ?? [];
  const attempt = log.find(({ number }) => number === att) ?? log[0];
  const choose = (number: number) => void set({ att: number === log[0]?.number ? null : number });
  const show = (next: ExchangeTab) => void set({ tab: next });
  /** Towards the latest, or towards the first. */
  const step = (by: 1 | -1) => {
    const next = log.find(({ number }) => number === (attempt?.number ?? 0) + by);
    if (next) choose(next.number);
  };
  const shown: ExchangeTab = tab ?? (attempt?.cause ? "response" : "request");
  return { attempt, choose, tab: shown, show, step };
}
