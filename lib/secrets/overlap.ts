import * as z from "zod";

const hour = 3600;
const overlaps = [0, hour, 24 * hour, 7 * 24 * hour] as const;

/** How long a replaced secret keeps signing beside the new one. */
export const overlapSeconds = z
  .literal(overlaps, { error: `Choose from ${overlaps.join(", ")}` })
  .default(24 * hour)
  .describe("How long the old secret keeps signing");
