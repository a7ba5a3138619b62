"use client";

import { useQueryStates } from "nuqs";
import { useTransition } from "react";
import { overviewAddress, viewOf } from "./overview-address";

/** Keeps the range in the address, so that it survives a reload and can be shared. */
export function useRange() {
  const [, startTransition] = useTransition();
  const [address, setAddress] = useQueryStates(overviewAddress, { startTransition });
  return {
    view: viewOf(address),
    choose: (range: Partial<typeof address>) =>
      void setAddress({ since: null, from: null, to: null, ...range }),
  };
}
