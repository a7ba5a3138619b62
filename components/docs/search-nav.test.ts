import { expect, test } from "vitest";
import { searchNav } from "./search-nav";

const parts = [
  {
    title: "API reference",
    links: [
      {
        href: "/docs/api/events",
        label: "Events",
        inner: [{ id: "publish", label: "Publish an event", call: "POST /v1/events" }],
      },
      {
        href: "/docs/retries",
        label: "Retry schedule",
        inner: [{ id: "rest", label: "Rest", terms: "circuit breaker" }],
      },
    ],
  },
];
const publish = {
  href: "/docs/api/events#publish",
  label: "Publish an event",
  within: "POST /v1/events",
};

test.each([
  ["publish", [publish]],
  ["post /v1/events", [publish]],
  ["EVENT an", [publish]],
  ["retry", [{ href: "/docs/retries", label: "Retry schedule", within: "API reference" }]],
  ["rest", [{ href: "/docs/retries#rest", label: "Rest", within: "Retry schedule" }]],
  ["Breaker rest", [{ href: "/docs/retries#rest", label: "Rest", within: "Retry schedule" }]],
  ["publish nothing", []],
])("%j finds the places in which all of it occurs", (text, found) => {
  expect(searchNav(parts, text)).toEqual(found);
});
