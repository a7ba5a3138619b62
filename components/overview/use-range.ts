"use client";

import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { overviewAddress, viewOf } from "./overview-address";

/** The range lives in the address, so that it can be reloaded and passed on. */
export function useRange() {
  const [, startTransition] = useTransition();
  const [address, setAddress] = useQueryStates(overviewAddress, { startTransition });
  return {
    view: viewOf(address),
    choose: (range: Partial<typeof address>) =>
      void setAddress({ since: null, from: null, to: null, ...range }),
  };
}
