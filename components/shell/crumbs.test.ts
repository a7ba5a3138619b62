import { expect, test } from "vitest";
import { pagesAbove } from "./crumbs";

const id = "0199c0de-0000-7000-8000-000000000001";

test.each([
  ["/", []],
  ["/keys", []],
  [`/deliveries/${id}`, ["Deliveries"]],
  [`/deliveries/${id}/compare`, ["Deliveries", "0199c0de"]],
  [`/webhooks/${id}`, ["Webhooks"]],
  [`/webhooks/${id}/signing`, ["Webhooks"]],
  ["/events/published", []],
  [`/events/published/${id}`, ["Events", "Published"]],
  ["/%E0%A4%A/x", ["%E0%A4%A"]],
])("%s is below %j", (path, names) => {
  expect(pagesAbove(path).map(({ name }) => name)).toEqual(names);
});

test("each part leads to its own page", () => {
  expect(pagesAbove(`/events/published/${id}`).map(({ href }) => href)).toEqual([
    "/events",
    "/events/published",
  ]);
});
