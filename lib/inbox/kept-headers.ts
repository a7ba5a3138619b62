import type { Header } from "@/lib/queue/attempt-result";
import { isOurs } from "@/lib/settings/headers";

/** Returns headers as stored. Values of custom headers are dropped, as in the log of attempts: they may be secrets. */
export function keptHeaders(headers: Header[]): Header[] {
  return headers.map(([name, value]) => [name, isOurs(name) ? value : "***"]);
}
