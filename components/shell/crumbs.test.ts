import { expect, test } from "vitest";
import { crumbsOf } from "./crumbs";

const id = "0199c0de-0000-7000-8000-000000000001";
const way = (path: string) => crumbsOf(path).map(({ name }) => name);

test.each([
  ["/", ["Overview"]],
  ["/keys", ["API keys"]],
  [`/deliveries/${id}`, ["Deliveries", "0199c0de"]],
  [`/webhooks/${id}/signing`, ["Webhooks", "0199c0de", "Signing"]],
  ["/events/VIDEO_GENERATION_SUCCESS", ["Events", "VIDEO_GENERATION_SUCCESS"]],
  ["/%E0%A4%A", ["%E0%A4%A"]],
])("%s is reached by %j", (path, names) => {
  expect(way(path)).toEqual(names);
});

test("each part leads to its own page, and a webhook is known by its id", () => {
  expect(crumbsOf(`/webhooks/${id}/test`)).toMatchObject([
    { href: "/webhooks" },
    { href: `/webhooks/${id}`, thing: { noun: "webhook", id } },
    { href: `/webhooks/${id}/test` },
  ]);
});
