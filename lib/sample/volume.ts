/** How much there is of the sample data, and since when. */
export type Volume = {
  days: number;
  /** Events of all days, but for the bursts. */
  events: number;
  /** Campaigns: so many events within so many minutes, counted back from now. */
  bursts: { from: number; minutes: number; events: number }[];
};

const day = 1440;

export const usual: Volume = {
  days: 14,
  events: 6500,
  bursts: [
    { from: 9 * day + 41, minutes: 41, events: 1204 },
    { from: 160, minutes: 150, events: 130 },
  ],
};

/** A million deliveries, for measuring. */
export const large: Volume = { ...usual, events: 125_000 };
