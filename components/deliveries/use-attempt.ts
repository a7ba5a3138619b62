"use client";

import { integerField } from "@/components/address/field";
import { useAddress } from "@/components/address/use-address";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { focusPart } from "./exchange";

const attemptAddress = { att: integerField };

/** Returns the selected attempt, by default the latest, which is in the address; binds its keys. */
export function useAttempt(delivery: DeliveryDetail | undefined) {
  const [{ att: chosen }, set] = useAddress(attemptAddress);
  const log = delivery?.attemptLog ?? [];
  const attempt = log.find(({ number }) => number === chosen) ?? log[0];
  const choose = (number: number) =>
    set({ att: number === log[0]?.number ? null : number }, { history: "push" });
  const step = (by: 1 | -1) => {
    const next = log.find(({ number }) => number === (attempt?.number ?? 0) + by);
    if (next) choose(next.number);
  };
  useShortcuts({
    deliveryOlder: () => step(-1),
    deliveryNewer: () => step(1),
    deliveryResponse: () => focusPart("Response"),
    deliveryRequest: () => focusPart("Request"),
    deliveryTiming: () => focusPart("Timing"),
  });
  return { attempt, choose, step };
}
