/** Highest limit of concurrent requests to a webhook. */
export const mostConcurrent = 64;
