import { readdirSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { anyAddress, origin } from "./client";
import { browser, operator } from "./people";
import { type Victim, victim } from "./victim";

let theirs: Victim;
beforeAll(async () => {
  theirs = await victim();
});

/** All pages, by file: `(groups)` are not part of a URL. */
const pages = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|\/)page\.tsx$/.test(file))
  .map((file) => `/${file.replace(/page\.tsx$/, "").replace(/\([^)]*\)\//g, "")}`)
  .map((path) => path.replace(/(?<=.)\/$/, ""))
  .sort();
const guarded = pages.filter((path) => !/^\/(login|setup|invite|enter|docs)(\/|$)/.test(path));

/** Ways to request pages, or parts of them, past their access checks. */
const variants: [name: string, suffix: string, headers: Record<string, string>][] = [
  ["as a browser does", "", {}],
  ["as .rsc", ".rsc", {}],
  ["as data", "?_rsc=abc", { rsc: "1" }],
  [
    "as data for a known tree",
    "?_rsc=abc",
    { rsc: "1", "next-router-state-tree": "%5B%22%22%2C%7B%7D%5D" },
  ],
  ["ahead of a click", "?_rsc=abc", { rsc: "1", "next-router-prefetch": "1" }],
  [
    "in segments",
    "?_rsc=abc",
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
  ],
  ["as a segment's file", ".segments/_tree.segment.rsc", {}],
  ["as props", "", { "x-nextjs-data": "1" }],
  [
    "as a step of the middleware",
    "",
    { "x-middleware-subrequest": Array(5).fill("middleware").join(":") },
  ],
  ["as a step of the proxy", "", { "x-middleware-subrequest": Array(5).fill("proxy").join(":") }],
  ["rewritten", "", { "x-middleware-rewrite": "/webhooks", "x-invoke-path": "/webhooks" }],
  ["with a wrong session", "", { cookie: "postback_session=guess" }],
];

/** Partial pages are addressed by a digest of the headers; without it the client is redirected there. */
async function get(path: string, headers: Record<string, string> = {}): Promise<Got> {
  const answer = await fetch(origin + path, {
    headers: { "x-forwarded-for": anyAddress(), ...headers },
    redirect: "manual",
  });
  const to = answer.headers.get("location") ?? "";
  if (/[?&]_rsc=/.test(to) && !to.startsWith("/login")) return get(to.replace(origin, ""), headers);
  return { status: answer.status, text: await answer.text() };
}
type Got = { status: number; text: string };

describe.each(guarded)("%s without a session", (page) => {
  test.each(variants)("shows nothing when it is asked for %s", async (_, suffix, headers) => {
    const paths = page.includes("[id]") ? theirs.ids.map((id) => page.replace("[id]", id)) : [page];
    for (const path of paths) {
      const { status, text } = await get(path + suffix, headers);
      for (const theirOwn of [theirs.mark, ...theirs.ids.filter((id) => !path.includes(id))]) {
        expect(text, path).not.toContain(theirOwn);
      }
      expect(text, path).not.toContain("queryHash");
      // A document that began before the session was checked redirects inside; parts reveal at most the page structure.
      const isAway = [307, 404].includes(status) || text.includes("NEXT_REDIRECT;replace;/login");
      expect(isAway || "rsc" in headers, `${path} ${status}`).toBe(true);
    }
  });
});

test("the same pages show the mark in a session, so that a leak would be detected", async () => {
  const { cookie } = await browser(await operator("viewer"));
  const { status, text } = await get(`/webhooks/${theirs.webhookId}`, { cookie });
  expect(status).toBe(200);
  for (const expected of [theirs.mark, "queryHash"]) expect(text).toContain(expected);
});

test("a browser may keep a page for Back and Forward, but asks again before it shows a stored copy", async () => {
  const { headers } = await fetch(`${origin}/webhooks`, { redirect: "manual" });
  expect(Object.fromEntries(headers)).toMatchObject({
    "cache-control": "private, no-cache",
    vary: expect.stringContaining("cookie"),
  });
});

test.each([["br"], ["gzip"], [null]])("a page is sent whole as %s", async (coding) => {
  const { cookie } = await browser(await operator("viewer"));
  const url = `${origin}/webhooks/${theirs.webhookId}`;
  const headers = { cookie, "accept-encoding": coding ?? "identity" };
  const [page, data, head] = await Promise.all([
    fetch(url, { headers }),
    fetch(url, { headers: { ...headers, rsc: "1" } }),
    fetch(url, { headers, method: "HEAD" }),
  ]);
  for (const answer of [page, data]) {
    expect(answer.headers.get("content-encoding")).toBe(coding);
    expect(answer.headers.get("vary")?.toLowerCase()).toContain("accept-encoding");
  }
  const text = await page.text();
  expect(text).toMatch(/<\/html>$/);
  expect(text).toContain(theirs.mark);
  expect(await data.text()).toContain(theirs.mark);
  expect([head.status, await head.text()]).toEqual([200, ""]);
});
