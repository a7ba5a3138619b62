/**
 * Binds an encrypted text to its table, owner and row (additional authenticated data). Copied to another place it
 * cannot be decrypted.
 */
export const place = {
  webhookSecret: (webhookId: string, id: string) => `webhook_secrets:${webhookId}:${id}`,
  accountSecret: (accountId: string, id: string) => `account_secrets:${accountId}:${id}`,
  alertSecret: (id: string) => `alert_receivers:${id}`,
  webhookHeaders: (webhookId: string) => `webhook_headers:${webhookId}`,
  proof: (keyId: string) => `master_keys:${keyId}`,
};
