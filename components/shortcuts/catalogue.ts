import type { ShortcutId } from "./keys";

type Group = { name: string; words: Partial<Record<ShortcutId, string>> };

/** Descriptions of the shortcuts, as the cheat sheet lists them: in an order that fills two columns evenly. */
export const catalogue: readonly Group[] = [
  {
    name: "Everywhere",
    words: {
      palette: "Search, paste an id, or run a command",
      search: "Search this page",
      cheatSheet: "Show all shortcuts",
    },
  },
  {
    name: "Go to",
    words: {
      goOverview: "Overview",
      goWebhooks: "Webhooks",
      goDeliveries: "Deliveries",
      goEvents: "Events",
      goInbox: "Inbox",
      goKeys: "API keys",
      goAudit: "Audit",
      goSystem: "System health",
    },
  },
  {
    name: "In a delivery",
    words: {
      deliveryOlder: "Previous attempt",
      deliveryNewer: "Next attempt",
      deliveryRequest: "Request",
      deliveryResponse: "Response",
      deliveryTiming: "Timing",
      deliveryClose: "Close the drawer",
    },
  },
  {
    name: "In a form",
    words: {
      submit: "Send the form",
    },
  },
  {
    name: "In the delivery log",
    words: {
      logDown: "Next delivery",
      logUp: "Previous delivery",
      logPanel: "Open in the drawer",
      logPage: "Open as a page",
      logTab: "Open in a new tab",
      logSelect: "Select",
      logRange: "Select up to here",
      logResend: "Resend",
      logUndo: "Undo a resend, within five seconds",
      logRetryAll: "Retry all matching",
      logCopyId: "Copy the id",
      logCopyCurl: "Copy as cURL",
      logCopyLink: "Copy a link to this view",
      logExport: "Export matching deliveries",
      logFilters: "Filters",
      logTime: "Time range",
      logLive: "Toggle live updates",
      logRefresh: "Refresh",
    },
  },
  {
    name: "Webhooks",
    words: {
      newWebhook: "New webhook",
      webhookOverview: "Overview of the webhook",
      webhookDeliveries: "Deliveries of the webhook",
      webhookSettings: "Settings",
      webhookSigning: "Signing",
      webhookTest: "Test",
    },
  },
];
