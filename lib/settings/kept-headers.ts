import { place } from "@/lib/vault/place";
import { vault } from "@/lib/vault/vault";

type Headers = Record<string, string>;

/** A webhook's own headers as they are kept: one text, encrypted, for values may be secrets. */
export function keepHeaders(webhookId: string, headers: Headers): string {
  return vault().seal(JSON.stringify(headers), place.webhookHeaders(webhookId));
}

/** @throws Unreadable */
export function readHeaders(webhookId: string, kept: string | null): Headers {
  return kept === null ? {} : JSON.parse(vault().open(kept, place.webhookHeaders(webhookId)));
}
