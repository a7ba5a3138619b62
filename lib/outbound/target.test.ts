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
    "http://example.com:443",
    "https://example.com:80",
    "https://example.com:1024",
    "https://studio.lan.example/",
    "https://home.arpa.example/",
    "https://a.ns.arpa/",
    "https://example.com:65535",
    "https://example.com./hooks",
    "https://8.8.8.8/hooks",
    "https://[2606:4700:4700::1111]/hooks",
    "https://bücher.example/",
    "https://internal.example.com/",
    "https://localhost.example.com/",
    "https://xn--bcher-kva.example./",
    "https://my_host.example/",
    "https://unknown.invalid/",
    "HTTPS://EXAMPLE.COM/Hooks",
    "https://example.com?a=@b",
    "https://example.com/@me",
    `https://${"a".repeat(63)}.example/`,
    `https://${"a.".repeat(123)}example/`,
    `https://${"a.".repeat(123)}example./`,
    `https://example.com/${"a".repeat(2028)}`,
  ])("%s", (url) => {
    expect(() => assertAllowedTarget(url, strict)).not.toThrow();
  });
});

describe("refuses this machine and its network in every notation", () => {
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
    "http://127.0.0.1../",
    "http://127.0.0.1:80/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0X7F000001/",
    "http://127.0.1/",
    "http://1.1.65535.1/",
    "http://0300.0250.1/",
    "http://3232235521/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[0000::0001]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[2002:7f00:1::]/",
    "http://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
    "http://[fec0::1]/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[2606:4700:4700::1111%251]/",
    "http://[4000::1]/",
    "http://[ff02::1]/",
    "http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "http://local\u00adhost/",
    "http://localhost%2e/",
    "http://metadata。google。internal/",
    "http://localhost.localdomain/",
    "http://router.lan/",
    "http://nas.home.arpa/",
    "http://host.docker.internal/",
    "http://kubernetes.default.svc.cluster.local/",
    "https://kubernetes.default.svc/",
  ])("%s", (url) => {
    expect(refusal(url).code).toBe(40002);
  });
});

describe("refuses text that the parser would repair, and other schemes", () => {
  test.each([
    "",
    "example.com",
    "//example.com/",
    "https:example.com",
    "https:/example.com",
    "https:///example.com",
    "https:\\\\example.com",
    "https://example.com\\@127.0.0.1/",
    " https://example.com/",
    "https://example.com/ ",
    "https://exa\tmple.com/",
    "https://example.com/\r\nhost: other",
    "https://example.com/\u0000",
    "https://example.com/\u0085",
    "https://example.com/\ud800",
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://example.com/",
    "javascript:alert(1)",
    "data:text/plain,x",
    "unix:///var/run/docker.sock",
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:pass@example.com/",
    "https://@example.com/",
    "https://example.com@127.0.0.1/",
    "https://example.com/#part",
    "https://example.com/#",
    "https://example..com/",
    "https://example.com../",
    "https://.example.com/",
    "https://./",
    "https://exam$ple.com/",
    "https://example.com:99999/",
    "https://256.1.1.1/",
    "https://1.2.3.4.5/",
    "https://[::1",
    "https://[g::1]/",
    `https://${"a".repeat(64)}.example/`,
    `https://a${"a.".repeat(123)}example/`,
    `https://a${"a.".repeat(123)}example./`,
    `https://example.com/${"a".repeat(2029)}`,
  ])("%j", (url) => {
    expect(refusal(url).code).toBe(40002);
    expect(refusal(url, trial).code).toBe(40002);
  });
});

describe("refuses ports where something else listens", () => {
  test.each([
    0, 1, 22, 25, 79, 81, 442, 444, 1023, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
    6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
  ])("%i", (port) => {
    expect(refusal(`https://example.com:${port}/`).message).toContain(`Port ${port}`);
  });
});

test("an error about a name has the reason and what to do", () => {
  expect(refusal("http://printer.local/").message).toBe(
    "callbackUrl: The name printer.local is local; use one that the internet can reach, or ask an administrator of the installation to allow its range (ALLOW_PRIVATE_CIDRS).",
  );
  expect(refusal("http://a..example/").message).toContain("not a valid DNS name; use letters");
});

test("an error has its field and what to do", () => {
  const { message, issues } = refusal("http://10.0.0.1/");

  expect(message).toBe(
    "callbackUrl: The address 10.0.0.1 is not public; use one that the internet can reach, or ask an administrator of the installation to allow its range (ALLOW_PRIVATE_CIDRS).",
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
