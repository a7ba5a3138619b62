import { longElements, memberText } from "@/lib/protocol/json-text";
import type { Problem } from "@/lib/protocol/problem";
import { problemAt } from "@/lib/protocol/problem-at";
import { eventBytesLimit } from "./contract";

/**
 * Checks the `data` of each event of a batch.
 * @throws Problem 41300 for the first event whose data is too large
 */
export function assertPayloadSizes(payloadTexts: string[]): void {
  const n = payloadTexts.findIndex((text) => Buffer.byteLength(text) > eventBytesLimit);
  if (n >= 0) throw payloadTooLarge(n);
}

/**
 * Does the same with the text of a batch, before it is parsed: parsing a large event takes seconds, in which nothing else is
 * served. Characters are counted instead of bytes, so `assertPayloadSizes` still has to look.
 * @throws Problem 41300
 */
export function assertNoLargePayload(batchText: string): void {
  if (batchText.length <= eventBytesLimit) return;
  const long = longElements(batchText, "events", eventBytesLimit);
  const large = long.find(({ element }) => hasLargePayload(element));
  if (large) throw payloadTooLarge(large.index);
}

function hasLargePayload(element: string): boolean {
  try {
    return memberText(element, "data").length > eventBytesLimit;
  } catch {
    // Not JSON: parsing the batch says so.
    return false;
  }
}

function payloadTooLarge(n: number): Problem {
  const path = `events.${n}.data`;
  const message = `The data of an event is at most ${eventBytesLimit / 1024} KiB. Send less`;
  return problemAt(path, message, 41300);
}
