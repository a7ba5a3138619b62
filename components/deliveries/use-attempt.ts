"use client";

import { useQueryState } from "nuqs";
import { parseAsInteger } from "nuqs/server";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import type { DeliveryDetail } from "@/lib/deliveries/queries";
import { focusPart } from "./exchange";

/** Returns the selected attempt, by default the latest, which is in the address; binds its keys. */
export function useAttempt(delivery: DeliveryDetail | undefined) {
  const [chosen, set] = useQueryState("att", parseAsInteger.withOptions({ history: "push" }));
  const log = delivery?.attemptLog ?? [];
  const attempt = log.find(({ number }) => number === chosen) ?? log[0];
  const choose = (number: number) => void set(number === log[0]?.number ? null : number);
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
