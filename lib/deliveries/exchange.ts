import type { EventName } from "@/db/enums";
import type { attempts } from "@/db/schema/deliveries";
import { deliveryBody } from "@/lib/outbound/body";
import type { Header } from "@/lib/queue/attempt-result";

type Attempt = typeof attempts.$inferSelect;

/** Returns the request and the response of an attempt, as sent and received. */
export function exchangeOf(attempt: Attempt, event: EventName, data: string) {
  return { request: requestOf(attempt, event, data), response: responseOf(attempt) };
}

function requestOf({ url, requestHeaders }: Attempt, event: EventName, data: string) {
  if (url === null || requestHeaders === null) return null;
  const headers: Header[] = JSON.parse(requestHeaders);
  return { method: "POST" as const, url, headers, body: deliveryBody(event, data) };
}

function responseOf({ statusCode, responseHeaders, responseBody, responseTruncated }: Attempt) {
  if (statusCode === null) return null;
  const headers: Header[] = JSON.parse(responseHeaders ?? "[]");
  const body = readable(responseBody ?? Buffer.alloc(0), responseTruncated);
  return { statusCode, headers, ...body, truncated: responseTruncated };
}

/** Returns a body as text if it is UTF-8, else as base64. A character cut by the limit is left out. */
export function readable(bytes: Buffer, truncated: boolean) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { body: text.decode(bytes, { stream: truncated }), encoding: "utf8" as const };
  } catch {
    return { body: bytes.toString("base64"), encoding: "base64" as const };
  }
}
