import { expect, test } from "vitest";
import { readEnvironment } from "@/lib/env";
import { isBehindProxy } from "./settings";

test.each([
  {},
  { TRUST_PROXY: "0" },
  { PUBLIC_URL: "http://127.0.0.1:8080" },
  { PUBLIC_URL: "http://localhost:3000/" },
  { PUBLIC_URL: "http://[::1]:3000" },
])("%o is no proxy", (settings) => {
  expect(isBehindProxy(readEnvironment(settings))).toBe(false);
});

test.each([
  { TRUST_PROXY: "1" },
  { TRUST_PROXY: "1", PUBLIC_URL: "http://127.0.0.1:8080" },
  { PUBLIC_URL: "https://hooks.example.com" },
  { PUBLIC_URL: "http://127.0.0.1.example.com" },
  { PUBLIC_URL: "http://localhost.example.com" },
  { PUBLIC_URL: "http://10.0.0.1" },
])("%o is a proxy", (settings) => {
  expect(isBehindProxy(readEnvironment(settings))).toBe(true);
});
