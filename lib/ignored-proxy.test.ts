import { expect, test } from "vitest";
import { isBehindUncountedProxy } from "./ignored-proxy";

test.each([
  [{ PUBLIC_URL: "https://postback.example" }, true],
  [{ PUBLIC_URL: "https://postback.example/", TRUST_PROXY: 1 }, false],
  [{ PUBLIC_URL: undefined }, false],
  [{ PUBLIC_URL: "http://localhost:3000" }, false],
  [{ PUBLIC_URL: "http://127.0.0.1:3000" }, false],
  [{ PUBLIC_URL: "http://[::1]:3000" }, false],
  [{ PUBLIC_URL: "http://10.1.2.3:3000", HOST: "10.1.2.3" }, false],
])("with %j a proxy that is not counted stands in front: %j", (settings, expected) => {
  const usual = { TRUST_PROXY: 0, HOST: "127.0.0.1", PUBLIC_URL: undefined };
  expect(isBehindUncountedProxy({ ...usual, ...settings })).toBe(expected);
});
