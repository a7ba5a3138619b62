import { expect, test } from "vitest";
import { requestPath } from "./request-target";

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
