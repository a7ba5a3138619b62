import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

type Headers = Record<string, string>;

/** Returns custom headers as stored: one encrypted text, because values may be secrets. */
export function sealHeaders(webhookId: string, headers: Headers): string {
  return vault().seal(JSON.stringify(headers), place.webhookHeaders(webhookId));
}

/**
 * Decrypts stored custom headers.
 * @throws Unreadable
 */
export function openHeaders(webhookId: string, kept: string | null): Headers {
  return kept === null ? {} : JSON.parse(vault().open(kept, place.webhookHeaders(webhookId)));
}
