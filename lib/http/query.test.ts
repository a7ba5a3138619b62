import { expect, test } from "vitest";
import { DeliveryFilter } from "@/lib/deliveries/contract";
import { webhooksApi } from "@/lib/webhooks/contract";
import { readQuery } from "./query";

const read = (text: string) => readQuery(DeliveryFilter, new URLSearchParams(text));

test("a list is read alike with commas and as several parameters", () => {
  const both = ["status=failed,pending", "status=failed&status=pending"].map(read);
  for (const query of both) {
    expect(DeliveryFilter.parse(query).status).toEqual(["failed", "pending"]);
  }
  expect(read("status=failed,pending&status=sending").status).toBe("failed,pending,sending");
});

test("a parameter that is no list is refused by name if it is given twice", () => {
  expect(() => read("limit=1&limit=2&status=failed&q=a&q=b")).toThrow(
    expect.objectContaining({
      code: 40000,
      message: "q: Give one value: this parameter takes no list (and 1 more).",
      issues: ["q", "limit"].map((path) => ({ path, message: expect.any(String) })),
    }),
  );
});

test("an unknown parameter is called unknown, however often it is given", () => {
  const query = read("stauts=failed&stauts=pending");
  expect(DeliveryFilter.safeParse(query).error?.issues).toMatchObject([
    { code: "unrecognized_keys", keys: ["stauts"] },
  ]);
});

test("where unknown parameters are ignored, the last one counts", () => {
  const schema = webhooksApi.list.query;
  expect(readQuery(schema, new URLSearchParams("limit=1&x=1&x=2&limit=2"))).toMatchObject({
    limit: "2",
  });
});
