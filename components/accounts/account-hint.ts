export const accountHint =
  "Customers of the video service: each has webhooks, events and keys of its own.";
