import * as z from "zod";

const earliest = Date.UTC(1970, 0, 1);
const end = Date.UTC(3000, 0, 1);
export const timeRange = "Choose a time between the years 1970 and 2999";

/** Returns whether Postgres and UUIDv7 can hold a time, also with an hour or a day added. */
export function isInRange(time: Date): boolean {
  return time.getTime() >= earliest && time.getTime() < end;
}

/** Schema of a time in a request (RFC 3339). `Timestamp` is for responses, which have UTC only. */
export const Time = z
  .codec(z.iso.datetime({ offset: true }), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  })
  .refine(isInRange, timeRange);

type Times = Partial<Record<"since" | "from" | "to" | "endedFrom" | "endedTo", Date | undefined>>;

/** Refuses two start times, and an end that is not after its start. */
export function refuseOddTimes({ value, issues }: z.core.ParsePayload<Times>): void {
  const { since, from, to, endedFrom, endedTo } = value;
  const begin = since ?? from;
  const refuse = (word: string, message: string) =>
    issues.push({ code: "custom", path: [word], message, input: value });
  if (since && from) refuse("from", "Give since or from, not both");
  if (begin && to && begin >= to) refuse("to", "Give a time after that of since or from");
  if (endedFrom && endedTo && endedFrom >= endedTo)
    refuse("endedTo", "Give a time after that of endedFrom");
}
