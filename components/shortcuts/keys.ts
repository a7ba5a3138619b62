/**
 * Keys of every shortcut, in tinykeys syntax; alternatives for the same action. `use-shortcuts.ts` binds them,
 * `catalogue.ts` describes them.
 */
export const shortcutKeys = {
  palette: ["$mod+k"],
  search: ["/", "Shift+/"],
  cheatSheet: ["Shift+?"],
  goOverview: ["g o"],
  goWebhooks: ["g w"],
  goDeliveries: ["g d"],
  goEvents: ["g e"],
  goInbox: ["g i"],
  goKeys: ["g k"],
  goAudit: ["g a"],
  goSystem: ["g h"],
  deliveryOlder: ["["],
  deliveryNewer: ["]"],
  deliveryRequest: ["1"],
  deliveryResponse: ["2"],
  deliveryTiming: ["3"],
  deliveryClose: ["Escape"],
  submit: ["$mod+Enter"],
  logDown: ["j", "ArrowDown"],
  logUp: ["k", "ArrowUp"],
  logPanel: ["Enter"],
  logPage: ["o"],
  logTab: ["$mod+Enter"],
  logSelect: ["x"],
  logRange: ["Shift+X"],
  logResend: ["r"],
  logUndo: ["z"],
  logRetryAll: ["Shift+R"],
  logCopyId: ["c"],
  logCopyCurl: ["u"],
  logCopyLink: ["y"],
  logExport: ["e"],
  logFilters: ["f"],
  logTime: ["t"],
  logLive: ["l"],
  logRefresh: ["."],
  newWebhook: ["n"],
  webhookOverview: ["1"],
  webhookDeliveries: ["2"],
  webhookSettings: ["3"],
  webhookSigning: ["4"],
  webhookTest: ["5"],
} as const satisfies Record<string, readonly string[]>;

export type ShortcutId = keyof typeof shortcutKeys;

/** Keys without a modifier, which can be switched off because voice input types them (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return keys.split(" ").every((press) => press.replace(/^Shift\+/, "").length === 1);
}
