import { describe, expect, test } from "vitest";

/** Loads the module inside the tests: an invalid list then fails tests, not the whole file. */
async function reaches(callbackUrl: string, CALLBACK_PORTS?: string): Promise<boolean> {
  const [{ targetComplaint }, { targetPolicy }] = await Promise.all([
    import("./target"),
    import("./policy"),
  ]);
  const settings = { ALLOW_PRIVATE_CIDRS: "", CALLBACK_HTTPS_ONLY: false };
  const policy = targetPolicy(CALLBACK_PORTS ? { ...settings, CALLBACK_PORTS } : settings);
  return targetComplaint(callbackUrl, policy) === null;
}

describe("with CALLBACK_PORTS=443, 8000-8999,6000", () => {
  const ports = "443, 8000-8999,6000";

  test.each([
    "https://a.example",
    "https://a.example:443",
    "http://a.example:443",
    "https://a.example:8000",
    "https://a.example:8999",
    "https://a.example:6000",
  ])("%s is reached", async (url) => expect(await reaches(url, ports)).toBe(true));

  test.each([
    "http://a.example",
    "https://a.example:80",
    "https://a.example:7999",
    "https://a.example:9000",
    "https://a.example:6001",
  ])("%s is not reached", async (url) => expect(await reaches(url, ports)).toBe(false));
});

test("a port of another protocol is in no range", async () => {
  expect(await reaches("https://a.example:6000", "1-65535")).toBe(false);
  expect(await reaches("https://a.example:25", "1-65535")).toBe(true);
  expect(await reaches("https://a.example:25")).toBe(false);
});

test.each(["", "x", "0", "65536", "9-1", "1-", "-1", "443;80", "443,"])(
  "%j is no list of ports",
  async (list) => {
    const { parsePorts } = await import("./ports");
    expect(() => parsePorts(list)).toThrow("write it like 443 or 8000-8999");
  },
);
