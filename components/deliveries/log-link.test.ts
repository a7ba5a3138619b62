import { expect, test } from "vitest";
import { causes } from "@/db/enums";
import { causeOf } from "@/lib/deliveries/view";
import { logLink, logTitle } from "./log-link";

test("writes a filter in the grammar of the log's address", () => {
  expect(logLink({})).toBe("/deliveries");
  expect(logLink({ status: "failed,retrying", cause: "http_5xx", since: "24h" })).toBe(
    "/deliveries?status=failed,retrying&code=5xx&since=24h",
  );
  expect(logLink({ cause: ["http_429", "dns"], from: "2026-11-21T14:00:00.000Z" })).toBe(
    "/deliveries?code=429,dns&from=2026-11-21T14:00:00.000Z",
  );
  expect(logLink({ status: "failed", q: "a b" }, "/replays/new")).toBe(
    "/replays/new?status=failed&q=a+b",
  );
});

test("writes times of the end as the address has them", () => {
  const times = { endedFrom: "2026-11-21T14:00:00.000Z", endedTo: "2026-11-21T15:00:00.000Z" };
  expect(logLink({ status: "failed", ...times })).toBe(
    "/deliveries?status=failed&from=2026-11-21T14:00:00.000Z&to=2026-11-21T15:00:00.000Z",
  );
});

test("titles the log by its filters", () => {
  const view = { account: null, webhook: [], trigger: [], since: null, from: null, to: null };
  expect(logTitle({ ...view, status: [], event: [], code: [], q: "" })).toBe("Deliveries");
  expect(
    logTitle({ ...view, status: ["failed", "retrying"], event: [], code: ["5xx"], q: "video-1" }),
  ).toBe("Failed, Retrying · 5xx · “video-1” · Deliveries");
});

test("names every cause as the address does", () => {
  for (const cause of causes) {
    const code = new URLSearchParams(logLink({ cause }).split("?")[1]).get("code") ?? "";
    expect(causeOf[code as keyof typeof causeOf]).toBe(cause);
  }
});

test("leaves out what the log's address cannot say", () => {
  expect(logLink({ status: "bogus", webhook: "7", since: "1 year", q: undefined })).toBe(
    "/deliveries",
  );
});
