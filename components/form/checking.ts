"use client";

import { createContext, useContext } from "react";

/** Whether the surrounding form is being validated, which takes as long as its code takes to load the first time. */
export const CheckingContext = createContext(false);

/** Returns whether the surrounding form is being validated. Its submit button is busy meanwhile. */
export function useIsChecking(): boolean {
  return useContext(CheckingContext);
}
