import { expect, test } from "vitest";
import { addressReader } from "@/components/address/field";
import { overviewAddress, viewOf } from "./overview-address";

const view = (query: string) => viewOf(addressReader(overviewAddress)(new URLSearchParams(query)));
const [from, to] = ["2026-11-21T00:00:00.000Z", "2026-11-22T00:00:00.000Z"];

test("a range needs a start and an end after it; otherwise a span up to now is shown", () => {
  expect(view(`from=${from}&to=${to}&since=7d`)).toEqual({ from, to });
  expect(view("from=2026-11-21T02:00:00%2B02:00&to=2026-11-22T00:00:00Z")).toEqual({ from, to });
  for (const query of [
    `from=${from}`,
    `to=${to}`,
    `from=${to}&to=${from}`,
    `from=${to}&to=${to}`,
  ]) {
    expect(view(`${query}&since=7d`)).toEqual({ since: "7d" });
  }
  expect(view("from=1&to=2&since=year")).toEqual({ since: "24h" });
});
