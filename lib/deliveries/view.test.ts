import { expect, test } from "vitest";
import { DeliveryFilter } from "./contract";
import { type DeliveryView, queryOf } from "./view";

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
    from: new Date(noon - 3_600_000),
    limit: 50,
  });
});

test.each([
  [["failed"], { endedFrom: "2026-11-21T11:00:00.000Z" }],
  [["delivered", "cancelled"], { endedFrom: "2026-11-21T11:00:00.000Z" }],
  [["failed", "pending"], { from: "2026-11-21T11:00:00.000Z" }],
] as const)("the last hour of %j is %j", (status, times) => {
  const query = queryOf({ ...everything, status: [...status], since: "1h" }, noon);
  expect(query).toEqual({ status: status.join(","), ...times });
});

test("a range of deliveries that ended is that of their end", () => {
  const [from, to] = [new Date(noon - 1), new Date(noon)];
  expect(queryOf({ ...everything, status: ["failed"], from, to }, noon)).toEqual({
    status: "failed",
    endedFrom: from.toISOString(),
    endedTo: to.toISOString(),
  });
});

test("an end before the beginning is left out", () => {
  const query = queryOf({ ...everything, from: new Date(noon), to: new Date(noon - 1) }, noon);
  expect(query).toEqual({ from: "2026-11-21T12:00:00.000Z" });
});
