/** Minutes are kept for the latest hours, half hours for as long as the log. */
export const grains = [1, 30] as const;
export type Grain = (typeof grains)[number];

/** What is younger can be had by the minute. */
export const minutesKeptHours = 3;

/** Stands for the addresses that an event was sent to once: there may be any number of them. */
export const oneShots = "00000000-0000-0000-0000-000000000000";
