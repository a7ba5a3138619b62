import { expect, test } from "vitest";
import { DeliveryFilter } from "@/lib/deliveries/contract";
import { readQuery } from "./query";

const read = (text: string) => readQuery(DeliveryFilter, new URLSearchParams(text));

test("a list is read alike with commas and as several parameters", () => {
  const both = ["status=failed,pending", "status=failed&status=pending"].map(read);
  for (const query of both) {
    expect(DeliveryFilter.parse(query).status).toEqual(["failed", "pending"]);
  }
  expect(read("status=failed,pending&status=sending").status).toBe("failed,pending,sending");
});

test("of a parameter that is no list the last one counts", () => {
  expect(read("limit=1&limit=2&status=failed")).toEqual({ limit: "2", status: "failed" });
});
