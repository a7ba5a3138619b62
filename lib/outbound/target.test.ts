import { describe, expect, test } from "vitest";
import type { Problem } from "@/lib/protocol/problem";
import { targetPolicy } from "./policy";
import { assertAllowedTarget } from "./target";

const strict = targetPolicy({ ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false });
const httpsOnly = targetPolicy({ ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: true });
const trial = targetPolicy({ ALLOW_PRIVATE_CIDRS: "127.0.0.0/8", CALLBACK_HTTPS_ONLY: false });

describe("lets through", () => {
  test.each([
    "https://example.com/hooks",
    "http://example.com/hooks?token=a%20b",
    "https://example.com:443/",
    "http://example.com:80",
    "https://example.com:1024",
    "https://example.com:65535",
    "https://example.com./hooks",
    "https://8.8.8.8/hooks",
    "https://[2606:4700:4700::1111]/hooks",
    "https://bücher.example/",
    "https://internal.example.com/",
    "https://localhost.example.com/",
  ])("%s", (url) => {
    expect(() => assertAllowedTarget(url, strict)).not.toThrow();
  });
});

describe("refuses this machine and its network, however it is written", () => {
  test.each([
    "http://127.0.0.1",
    "http://127.0.0.1./",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://017700000001/",
    "http://%31%32%37.0.0.1/",
    "http://127。0。0。1/",
    "http://①②⑦.0.0.1/",
    "http://0/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::127.0.0.1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[fd00::1]/",
    "http://10.1.2.3/",
    "http://192.168.0.1:8080/",
    "http://169.254.169.254/latest/meta-data/",
    "http://localhost/",
    "http://LOCALHOST./",
    "http://api.localhost:3000/",
    "http://printer.local/",
    "http://metadata.google.internal/",
    "http://metadata.google.internal./",
    "http://postgres/",
    "http://postgres:5432/",
  ])("%s", (url) => {
    expect(refusal(url).code).toBe(40002);
  });
});

describe("refuses ports where something else listens", () => {
  test.each([1, 22, 25, 79, 81, 442, 444, 1023, 2049, 4045, 6000, 6667, 10080])("%i", (port) => {
    expect(refusal(`https://example.com:${port}/`).message).toContain(`Port ${port}`);
  });
});

test("says what to do, and on which field", () => {
  const { message, issues } = refusal("http://10.0.0.1/");

  expect(message).toBe(
    "callbackUrl: The address 10.0.0.1 is not public; use one that the internet can reach, or add its range to ALLOW_PRIVATE_CIDRS.",
  );
  expect(issues).toEqual([{ path: "callbackUrl", message: message.slice(13, -1) }]);
});

test("insists on https where that is asked for", () => {
  expect(refusal("http://example.com/", httpsOnly).message).toContain("https://");
  expect(() => assertAllowedTarget("https://example.com/", httpsOnly)).not.toThrow();
});

test("in trial mode loopback and local names pass, other private addresses do not", () => {
  expect(() => assertAllowedTarget("http://127.0.0.1:4000/", trial)).not.toThrow();
  expect(() => assertAllowedTarget("http://localhost:4000/", trial)).not.toThrow();
  expect(refusal("http://10.0.0.1/", trial).code).toBe(40002);
  expect(refusal("http://[::1]/", trial).code).toBe(40002);
});

function refusal(url: string, policy = strict): Problem {
  try {
    assertAllowedTarget(url, policy);
  } catch (error) {
    return error as Problem;
  }
  throw new Error(`${url} was let through`);
}
