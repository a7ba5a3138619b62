import type { z } from "zod";

type Times = { since?: Date | undefined; from?: Date | undefined; to?: Date | undefined };

/** Refuses two beginnings, and an end before the beginning: something else was meant than would be shown. */
export function refuseOddTimes({ value, issues }: z.core.ParsePayload<Times>): void {
  const { since, from, to } = value;
  const begin = since ?? from;
  const refuse = (word: string, message: string) =>
    issues.push({ code: "custom", path: [word], message, input: value });
  if (since && from) refuse("from", "Give since or from, not both");
  if (begin && to && begin >= to) refuse("to", "Give a time after that of since or from");
}
