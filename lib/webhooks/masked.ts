import { maskUrl } from "@/lib/protocol/mask-url";

/** As a page's data holds it, which browsers and proxies may keep; what is to be edited is asked for by the browser. */
export function masked<W extends { callbackUrl: string }>(webhook: W): W {
  return { ...webhook, callbackUrl: maskUrl(webhook.callbackUrl) };
}
