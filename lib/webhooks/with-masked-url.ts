import { maskUrl } from "@/lib/protocol/mask-url";

/**
 * Returns a webhook with its URL masked, for prefetched page data, which browsers and proxies may store. Forms read the
 * full URL by the API.
 */
export function withMaskedUrl<W extends { callbackUrl: string }>(webhook: W): W {
  return { ...webhook, callbackUrl: maskUrl(webhook.callbackUrl) };
}
