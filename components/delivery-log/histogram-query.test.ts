import { expect, test } from "vitest";
import type { DeliveryView } from "@/lib/deliveries/view";
import { histogramQuery } from "./histogram-query";

const all: DeliveryView = {
  account: null,
  status: [],
  event: [],
  webhook: [],
  code: [],
  trigger: [],
  since: null,
  from: null,
  to: null,
  q: "",
};
const now = Date.parse("2026-11-21T14:07:30Z");
const of = (view: Partial<DeliveryView>) => histogramQuery({ ...all, ...view }, 30, now);

test("draws the time that the log covers, from the end of retention without a start", () => {
  const [from, to] = ["2026-11-20T10:00:00.000Z", "2026-11-20T11:00:00.000Z"];
  expect(of({}).range).toEqual({ from: "2026-10-22T14:00:00.000Z" });
  expect(of({ since: "7d" }).range).toEqual({ since: "7d" });
  expect(of({ from: new Date(from) }).range).toEqual({ from });
  expect(of({ from: new Date(from), to: new Date(to) }).range).toEqual({ from, to });
  expect(of({ to: new Date(to) }).range).toEqual({ from: "2026-10-22T14:00:00.000Z", to });
  expect([of({}).isLive, of({ since: "24h" }).isLive]).toEqual([false, true]);
});

test("honours webhooks, events and causes", () => {
  const view = { webhook: ["a", "b"], event: ["VIDEO_GENERATION_SUCCESS" as const] };
  expect(of({ ...view, code: ["5xx", "dns"] }).choice).toEqual({
    omit: "durations",
    webhook: "a,b",
    event: "VIDEO_GENERATION_SUCCESS",
    cause: "http_5xx,dns",
  });
});
