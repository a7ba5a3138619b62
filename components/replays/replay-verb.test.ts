import { expect, test } from "vitest";
import { incidentLogLink, replayVerb, retryAllLink, retryIncidentChoice } from "./replay-verb";

const [one, other] = [
  "0199c0de-0000-7000-8000-000000000001",
  "0199c0de-0000-7000-8000-000000000002",
];

test.each([
  ["failed", "Retry"],
  ["retrying,failed", "Retry"],
  ["pending,failed", "Retry"],
  ["failed,delivered", "Resend"],
  ["cancelled", "Resend"],
  ["", "Resend"],
  [undefined, "Resend"],
])("a choice with the status %j is called %s", (status, verb) => {
  expect(replayVerb({ filter: { webhook: "a", ...(status !== undefined && { status }) } })).toBe(
    verb,
  );
});

test("selected deliveries are resent, because some may be delivered", () => {
  expect(replayVerb({ ids: ["a"] })).toBe("Resend");
});

test("an incident leads to what it counts, from its minute on, and retries that", () => {
  const incident = {
    webhookId: one,
    countedFrom: "2026-11-21T14:02:59.999Z",
    kind: "failing",
  } as const;
  const queryOf = (link: string) =>
    Object.fromEntries(new URL(link, "http://a.example").searchParams);
  const counted = { webhook: one, from: "2026-11-21T14:02:00.000Z" };
  const all = { ...counted, status: "pending,failed" };
  expect(queryOf(incidentLogLink(incident))).toEqual(all);
  const { from: endedFrom, ...filter } = all;
  expect(retryIncidentChoice(incident)).toEqual({ filter: { ...filter, endedFrom } });
  const degraded = { ...incident, kind: "degraded" } as const;
  const status = "retrying,failed";
  expect(queryOf(incidentLogLink(degraded))).toEqual({ ...counted, status });
  expect(retryIncidentChoice(degraded)).toEqual({ filter: { ...filter, status, endedFrom } });
  expect(queryOf(retryAllLink([one, other]))).toEqual({
    status: "pending,failed",
    webhook: `${one},${other}`,
  });
});
