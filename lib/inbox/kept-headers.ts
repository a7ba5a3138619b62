import type { Header } from "@/lib/queue/outcome";
import { isOurs } from "@/lib/settings/headers";

/** What an owner adds to the requests may be a secret: as in the log of attempts, only its name is kept. */
export function keptHeaders(headers: Header[]): Header[] {
  return headers.map(([name, value]) => [name, isOurs(name) ? value : "***"]);
}
