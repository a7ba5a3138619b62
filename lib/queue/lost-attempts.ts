import { inboxHost } from "@/lib/protocol/inbox-address";
import { leaseSql } from "./lease";
import { inboxWaitsMs, waitsMs } from "./retry-schedule";

const intervals = (ms: number[]) => `array[${ms.map((one) => `${one} * interval '1 ms'`).join()}]`;

/**
 * SQL for the time at which the schedule continues after a lost attempt, counted from the claim of that attempt; null
 * when no attempt was lost. The first retry is due by the time the lease ends; later ones follow minutes and hours
 * apart, so that a payload that kills its worker leaves the other deliveries time to get through.
 *
 * @param q queue row with `scheduled`; a test or a resend has no step, so the attempts lost in a row count instead
 * @param w webhook of the row
 * @param spread largest part of the wait that is added at random, 0 to 1
 */
export function resumesAt(q: string, w: string, spread: number): string {
  const isInbox = `starts_with(${w}.callback_url, 'http://${inboxHost}/')`;
  const waits = `case when ${isInbox} then ${intervals(inboxWaitsMs)} else ${intervals(waitsMs)} end`;
  const position = `(case when ${q}.scheduled then ${q}.step else ${q}.lost + 1 end)`;
  return `case when ${q}.leased
    then ${q}.due_at - ${leaseSql(`${w}.deadline_seconds`)} + (${waits})[${position}] * (1 + ${spread} * random()) end`;
}
