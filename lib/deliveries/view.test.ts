import { expect, test } from "vitest";
import { spans as slotSpans, slotsOf } from "@/lib/stats/slots";
import { DeliveryFilter } from "./contract";
import { type DeliveryView, queryOf, startOf } from "./view";

const noon = Date.parse("2026-11-21T12:00:00.000Z");
const everything: DeliveryView = {
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

test("a view without filters asks for everything", () => {
  expect(queryOf(everything, noon)).toEqual({});
});

test("a filtered view is a filter the API understands", () => {
  const webhook = ["0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f96", "0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f97"];
  const query = queryOf(
    { ...everything, status: ["failed", "retrying"], webhook, code: ["5xx", "dns"], since: "1h" },
    noon,
  );
  expect(DeliveryFilter.parse(query)).toEqual({
    status: ["failed", "retrying"],
    webhook,
    cause: ["http_5xx", "dns"],
    endedFrom: new Date(noon - 3_480_000),
    limit: 50,
  });
});

test.each(slotSpans)("the last %s begins with the first bucket of its chart", (span) => {
  for (const now of [noon, noon - 1, noon + 1, noon + 12_345_678]) {
    expect(startOf(span, now)).toEqual(slotsOf({ since: span }, now).from);
  }
});

test("a range is that of the end of deliveries", () => {
  const [from, to] = [new Date(noon - 1), new Date(noon)];
  expect(queryOf({ ...everything, status: ["failed"], from, to }, noon)).toEqual({
    status: "failed",
    endedFrom: from.toISOString(),
    endedTo: to.toISOString(),
  });
});

test.each([noon, noon - 1])("an end that is not after the beginning is left out", (to) => {
  const query = queryOf({ ...everything, from: new Date(noon), to: new Date(to) }, noon);
  expect(query).toEqual({ endedFrom: "2026-11-21T12:00:00.000Z" });
});

test("a span up to now has no end, whatever else the view has", () => {
  const query = queryOf(
    { ...everything, since: "1h", from: new Date(0), to: new Date(noon) },
    noon,
  );
  expect(query).toEqual({ endedFrom: new Date(noon - 3_480_000).toISOString() });
});
