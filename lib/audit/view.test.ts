import { expect, test } from "vitest";
import { type AuditView, auditQueryOf, shownView } from "./view";

const now = Date.parse("2026-11-21T12:00:00.000Z");
const all: AuditView = {
  account: null,
  actor: null,
  action: [],
  target: null,
  webhook: null,
  request: null,
  since: null,
  from: null,
  to: null,
};
const asked = (view: Partial<AuditView>) =>
  JSON.parse(JSON.stringify(auditQueryOf({ ...all, ...view }, now)));

test("a view without filters asks for everything", () => {
  expect(asked({})).toEqual({});
});

test("a span ends now and begins before", () => {
  expect(asked({ since: "24h", from: "2020-01-01T00:00:00Z" })).toEqual({
    from: "2026-11-20T12:00:00.000Z",
  });
});

test("an end before the beginning is dropped, for the API would refuse it", () => {
  const range = { from: "2026-02-01T00:00:00Z", to: "2026-01-01T00:00:00Z" };
  expect(asked(range)).toEqual({ from: "2026-02-01T00:00:00Z" });
  const shown = { view: { ...all, from: range.from }, ignored: ["to"] };
  expect(shownView({ ...all, ...range })).toEqual(shown);
  const open = { ...all, to: range.to };
  expect(shownView(open)).toEqual({ view: open, ignored: [] });
});

test.each(["2020-01-02T00:00:00Z", "2026-11-21T06:00:00Z", "2026-11-22T00:00:00Z"])(
  "a range beside a span is left out and named, also one that ends at %s",
  (to) => {
    const span = { ...all, since: "24h" } as const;
    const from = "2020-01-01T00:00:00Z";
    expect(shownView({ ...span, from })).toEqual({ view: span, ignored: ["from"] });
    expect(shownView({ ...span, to })).toEqual({ view: span, ignored: ["to"] });
    expect(shownView({ ...span, from, to })).toEqual({ view: span, ignored: ["from", "to"] });
    expect(asked({ since: "24h", to })).toEqual({ from: "2026-11-20T12:00:00.000Z" });
  },
);

test("several actions are one parameter", () => {
  expect(asked({ action: ["api_key.issued", "api_key.revoked"], actor: "ana" })).toEqual({
    action: "api_key.issued,api_key.revoked",
    actor: "ana",
  });
});
