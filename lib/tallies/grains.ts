/** Lengths of slots in minutes. Minutes are kept for the latest hours, half hours as long as the log. */
const grains = [1, 30] as const;
export type Grain = (typeof grains)[number];

/** Hours for which minute slots are available. */
export const minutesKeptHours = 3;

/** Webhook id under which all one-shot callbacks are counted: their URLs are unlimited in number. */
export const oneShots = "00000000-0000-0000-0000-000000000000";
