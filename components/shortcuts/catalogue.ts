/** Every shortcut of the dashboard, as the cheat sheet lists them: in an order that fills two columns evenly. `use-shortcuts.ts` binds them. */
type Shortcut = {
  /** In tinykeys syntax; alternatives for the same action. */
  keys: readonly string[];
  /** Description on the cheat sheet. */
  words: string;
};
type Group = { name: string; shortcuts: Record<string, Shortcut> };

export const catalogue = {
  everywhere: {
    name: "Everywhere",
    shortcuts: {
      palette: { keys: ["$mod+k"], words: "Search, paste an id, or run a command" },
      search: { keys: ["/", "Shift+/"], words: "Search this page" },
      cheatSheet: { keys: ["Shift+?"], words: "Show all shortcuts" },
    },
  },
  go: {
    name: "Go to",
    shortcuts: {
      goOverview: { keys: ["g o"], words: "Overview" },
      goWebhooks: { keys: ["g w"], words: "Webhooks" },
      goDeliveries: { keys: ["g d"], words: "Deliveries" },
      goEvents: { keys: ["g e"], words: "Events" },
      goInbox: { keys: ["g i"], words: "Inbox" },
      goKeys: { keys: ["g k"], words: "API keys" },
      goAudit: { keys: ["g a"], words: "Audit" },
      goSystem: { keys: ["g h"], words: "System health" },
    },
  },
  delivery: {
    name: "In a delivery",
    shortcuts: {
      deliveryOlder: { keys: ["["], words: "Previous attempt" },
      deliveryNewer: { keys: ["]"], words: "Next attempt" },
      deliveryRequest: { keys: ["1"], words: "Request" },
      deliveryResponse: { keys: ["2"], words: "Response" },
      deliveryTiming: { keys: ["3"], words: "Timing" },
      deliveryClose: { keys: ["Escape"], words: "Close the drawer" },
    },
  },
  forms: {
    name: "In a form",
    shortcuts: { submit: { keys: ["$mod+Enter"], words: "Send the form" } },
  },
  log: {
    name: "In the delivery log",
    shortcuts: {
      logDown: { keys: ["j", "ArrowDown"], words: "Next delivery" },
      logUp: { keys: ["k", "ArrowUp"], words: "Previous delivery" },
      logPanel: { keys: ["Enter"], words: "Open in the drawer" },
      logPage: { keys: ["o"], words: "Open as a page" },
      logTab: { keys: ["$mod+Enter"], words: "Open in a new tab" },
      logSelect: { keys: ["x"], words: "Select" },
      logRange: { keys: ["Shift+X"], words: "Select up to here" },
      logResend: { keys: ["r"], words: "Resend" },
      logRetryAll: { keys: ["Shift+R"], words: "Retry all matching" },
      logCopyId: { keys: ["c"], words: "Copy the id" },
      logCopyCurl: { keys: ["u"], words: "Copy as cURL" },
      logCopyLink: { keys: ["y"], words: "Copy a link to this view" },
      logExport: { keys: ["e"], words: "Export matching deliveries" },
      logFilters: { keys: ["f"], words: "Filters" },
      logTime: { keys: ["t"], words: "Time range" },
      logLive: { keys: ["l"], words: "Toggle live updates" },
      logRefresh: { keys: ["."], words: "Refresh" },
    },
  },
  webhooks: {
    name: "Webhooks",
    shortcuts: {
      newWebhook: { keys: ["n"], words: "New webhook" },
      webhookOverview: { keys: ["1"], words: "Overview of the webhook" },
      webhookDeliveries: { keys: ["2"], words: "Deliveries of the webhook" },
      webhookSettings: { keys: ["3"], words: "Settings" },
      webhookSigning: { keys: ["4"], words: "Signing" },
      webhookTest: { keys: ["5"], words: "Test" },
    },
  },
} as const satisfies Record<string, Group>;

type Groups = typeof catalogue;
export type ShortcutId = { [G in keyof Groups]: keyof Groups[G]["shortcuts"] }[keyof Groups];

const all: Partial<Record<string, Shortcut>> = Object.assign(
  {},
  ...Object.values(catalogue).map(({ shortcuts }) => shortcuts),
);

export function keysOf(id: ShortcutId): readonly string[] {
  return all[id]?.keys ?? [];
}

/** Keys without a modifier, which can be switched off because voice input types them (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return keys.split(" ").every((press) => press.replace(/^Shift\+/, "").length === 1);
}
