import { expect, test } from "vitest";
import { DeliveryFilter } from "./contract";
import { queryOf } from "./view";

const noon = Date.parse("2026-11-21T12:00:00.000Z");
const everything = { status: [], event: [], webhook: null, since: null };

test("a view without filters asks for everything", () => {
  expect(queryOf(everything, noon)).toEqual({});
});

test("a filtered view is a filter the API understands", () => {
  const webhook = "0d9e6c3a-52b8-4e17-a4f0-8b1c7e2d3f96";
  const query = queryOf({ status: ["failed", "pending"], event: [], webhook, since: "1h" }, noon);
  expect(DeliveryFilter.parse(query)).toEqual({
    status: ["failed", "pending"],
    webhook,
    since: new Date(noon - 3_600_000),
    limit: 50,
  });
});
