/** Most webhooks in one answer of the overview: 90 kB compressed, and 40 ms to read. */
export const overviewLimit = 5000;
