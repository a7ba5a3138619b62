import { useEffect, useEffectEvent } from "react";
import { useIsDisconnected } from "./use-live-state";

type Failable = { isError: boolean; reset: () => void };

/** Clears the failure of a mutation once an outage has ended, because what it says is over. */
export function useForgetFailure({ isError, reset }: Failable): void {
  const isDisconnected = useIsDisconnected();
  const forget = useEffectEvent(() => isError && reset());
  useEffect(() => {
    if (!isDisconnected) forget();
  }, [isDisconnected]);
}
