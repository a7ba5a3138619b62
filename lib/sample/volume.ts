/** Amount and time span of the sample data. */
export type Volume = {
  days: number;
  /** Events of all days, without the bursts. */
  events: number;
  /** Campaigns: `events` within `minutes`, starting `from` minutes before now. */
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

/** A million deliveries, for benchmarks. */
export const large: Volume = { ...usual, events: 125_000 };
