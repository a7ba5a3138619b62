import { uuidv7 } from "uuidv7";
import { expect, test } from "vitest";
import { targetPolicy } from "@/lib/outbound/policy";
import { requestPath, routeOf } from "./request-target";

test.each([
  ["https://a.example", "/"],
  ["https://a.example/hook", "/hook"],
  ["https://a.example/hook?", "/hook?"],
  ["https://a.example?token=1", "/?token=1"],
  ["https://a.example/x/../y?a='b'&c=\"d\"<e>|{f}", "/y?a='b'&c=\"d\"<e>|{f}"],
  ["https://a.example/?u=https://b.example/?c=d", "/?u=https://b.example/?c=d"],
  ["https://a.example/ü?name=ü", "/%C3%BC?name=%C3%BC"],
])("%s is asked for as %s", (callbackUrl, path) => {
  expect(requestPath(callbackUrl)).toBe(path);
});

test("of webhooks with the same bin each is named to the inbox", () => {
  const policy = targetPolicy({ ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false });
  const token = "abcdefgh2345".repeat(2);
  const callbackUrl = `http://inbox.postback.internal/${token}`;
  const ids = [uuidv7(), uuidv7()];

  const routes = ids.map((webhookId) => routeOf({ webhookId, callbackUrl, headers: null }, policy));

  expect(routes).toMatchObject(ids.map((id) => ({ path: `/${token}?${id}` })));
});
