"use client";

import { createContext } from "react";

/**
 * When the server began the page, by its clock. The browser's first drawing takes the same time for the present:
 * "8 s ago" may not become "9 s ago", nor "in 1 s" become "due now", before React has taken the page over.
 */
export const DrawnAt = createContext<number | null>(null);
