/** What a sealed text is bound to: table, owner and row. Moved anywhere else it does not open. */
export const place = {
  webhookSecret: (webhookId: string, id: string) => `webhook_secrets:${webhookId}:${id}`,
  accountSecret: (accountId: string, id: string) => `account_secrets:${accountId}:${id}`,
  alertSecret: (id: string) => `alert_receivers:${id}`,
  webhookHeaders: (webhookId: string) => `webhook_headers:${webhookId}`,
  proof: (keyId: string) => `master_keys:${keyId}`,
};
