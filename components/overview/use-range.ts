"use client";

import { useMemo } from "react";
import { useAddress } from "@/components/address/use-address";
import { overviewAddress, viewOf } from "./overview-address";

/** Keeps the range in the address, so that it survives a reload and can be shared. */
export function useRange() {
  const [address, setAddress] = useAddress(overviewAddress);
  const view = useMemo(() => viewOf(address), [address]);
  return {
    view,
    choose: (range: Partial<typeof address>) =>
      setAddress({ since: null, from: null, to: null, ...range }),
  };
}
