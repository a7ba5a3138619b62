/** Subtitles of pages, which their loading states show as well. */
export const pageHints = {
  accounts: "Customers of the video service. Each has its own webhooks, events and keys.",
  alerts: "Changes of webhook health, sent to a URL of yours: a chat, a pager, a mail gateway.",
  audit: "Every change, with actor and source. Entries are append-only and never deleted.",
  inbox: "Built-in receivers for testing webhooks.",
  settings: "Your sign-in, sessions and preferences.",
  users: "People with access to the dashboard: operators to all accounts, members to one.",
  replays: "Many deliveries sent again, at a rate that the receiver can take.",
  newWebhook: "Starts immediately, with a new signing secret.",
  keys: "Programs authenticate with the x-api-key header.",
} as const;
