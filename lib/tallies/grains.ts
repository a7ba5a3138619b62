/** Lengths of slots in minutes. Minutes are kept for the latest hours, half hours as long as the log. */
export const grains = [1, 30] as const;
export type Grain = (typeof grains)[number];

/** Hours for which minute slots are available. */
export const minutesKeptHours = 3;
