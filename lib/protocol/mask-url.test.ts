import { expect, test } from "vitest";
import { maskUrl } from "./mask-url";

const hidden = "•••";

test.each([
  ["token=abc", `token=${hidden}`],
  ["access_token=abc&x=1", `access_token=${hidden}&x=1`],
  ["x=1&api_key=a=b", `x=1&api_key=${hidden}`],
  ["Sig=abc&sv=2", `Sig=${hidden}&sv=2`],
  ["X-Amz-Signature=abc", `X-Amz-Signature=${hidden}`],
  ["client_secret=a?b", `client_secret=${hidden}`],
  ["%74oken=abc", `%74oken=${hidden}`],
  ["code=abc&password=x", `code=${hidden}&password=${hidden}`],
  ["token=", "token="],
  ["%zz=1&tokens=2&region=eu", "%zz=1&tokens=2&region=eu"],
])("?%s is shown as ?%s", (query, shown) => {
  const url = `https://a.example/in?${query}`;
  expect(maskUrl(url)).toBe(`https://a.example/in?${shown}`);
  expect(maskUrl(maskUrl(url))).toBe(maskUrl(url));
});

test("an address without a query stays as it is", () => {
  expect(maskUrl("https://a.example/token=abc")).toBe("https://a.example/token=abc");
});
