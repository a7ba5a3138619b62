import { describe, expect, test } from "vitest";
import { returnAddress } from "./return-address";

const origin = "https://postback.example";

describe("sign-in returns to a page of the dashboard", () => {
  test.each([
    ["/", "/"],
    ["/keys", "/keys"],
    ["/deliveries?status=failed&q=a%2Fb#top", "/deliveries?status=failed&q=a%2Fb#top"],
    ["webhooks/new", "/webhooks/new"],
    [`${origin}/audit`, "/audit"],
    ["/a//b", "/a//b"],
    ["/.well-known//x", "/.well-known//x"],
    ["", "/"],
  ])("%j leads to %s", (next, path) => {
    expect(returnAddress(next, origin)).toBe(origin + path);
  });
});

describe("sign-in leads home instead of off-site", () => {
  test.each([
    "//evil.example",
    "///evil.example",
    "////evil.example",
    "/.//evil.example",
    "/././/evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/%2E%2E//evil.example",
    "/.\\/evil.example",
    "/./\\evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/.\n//evil.example",
    " //evil.example",
    "https://evil.example/",
    "https:evil.example",
    "https:/evil.example",
    "https:\\\\evil.example",
    "HTTPS://EVIL.EXAMPLE",
    "http://postback.example/",
    "https://postback.example:8443/",
    "https://postback.example.evil.example/",
    "https://postback.example@evil.example/",
    "https://postback.example//evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "blob:https://postback.example/1",
    "//[",
    "https://",
  ])("%j", (next) => {
    const address = new URL(returnAddress(next, origin));
    // Whatever the browser makes of it, and of its path alone.
    expect(address.origin).toBe(origin);
    expect(new URL(address.pathname + address.search, origin).origin).toBe(origin);
  });
});
