import { expect, test } from "vitest";
import { proxyLogin } from "./proxy-login";

test.each([
  ["http://proxy.example", null],
  ["http://postback@proxy.example", "postback:"],
  ["http://:p%40ss@proxy.example", ":p@ss"],
])("the login of %s is %s", (url, login) => {
  expect(proxyLogin(new URL(url))).toBe(login);
});
