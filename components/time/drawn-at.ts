"use client";

import { createContext } from "react";

/**
 * Server time at the start of the render. The first client render uses the same time, so that relative times such as
 * "8 s ago" match during hydration.
 */
export const DrawnAt = createContext<number | null>(null);
