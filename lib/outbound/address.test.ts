import { describe, expect, test } from "vitest";

/** Loads the module inside the test: an invalid range then fails tests, not the whole file. */
async function reaches(address: string, ...listed: string[]): Promise<boolean> {
  const [{ isAllowedAddress }, { parseCidr }] = await Promise.all([
    import("./address"),
    import("./ip"),
  ]);
  return isAllowedAddress(address, listed.map(parseCidr));
}

describe("with nothing listed", () => {
  test.each([
    "1.1.1.1",
    "8.8.8.8",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.0.1.0",
    "198.17.255.255",
    "198.20.0.0",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2001:200::1",
    "2620:4f:8001::1",
    "3fff:1000::1",
    "2a00:1450:4001:82a::200e",
    "::ffff:8.8.8.8",
    "::ffff:808:808",
  ])("%s is reached", async (address) => {
    expect(await reaches(address)).toBe(true);
  });

  test.each([
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "10.255.255.255",
    "100.64.0.1",
    "100.127.255.255",
    "127.0.0.1",
    "127.255.255.254",
    "168.63.129.16",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.31.196.1",
    "192.52.193.1",
    "192.88.99.1",
    "192.168.1.1",
    "192.175.48.1",
    "198.18.0.1",
    "198.19.255.255",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
  ])("IPv4 %s is not reached", async (address) => {
    expect(await reaches(address)).toBe(false);
    expect(await reaches(`::ffff:${address}`)).toBe(false);
    expect(await reaches(`0:0:0:0:0:FFFF:${address}`)).toBe(false);
    expect(await reaches(`::${address}`)).toBe(false);
    expect(await reaches(`64:ff9b::${address}`)).toBe(false);
  });

  test.each([
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::ffff:7f00:1", "loopback, mapped, in hex"],
    ["::7f00:1", "IPv4-compatible"],
    ["64:ff9b:1::1", "local NAT64"],
    ["100::1", "discard"],
    ["2001::1", "Teredo"],
    ["2001:1ff:ffff::1", "protocol assignments"],
    ["2001:db8::1", "documentation"],
    ["2002:7f00:1::", "6to4"],
    ["2620:4f:8000::1", "AS112"],
    ["2620:4f:8000:ffff::1", "AS112"],
    ["3ffe::1", "6bone"],
    ["3fff::1", "documentation"],
    ["3fff:fff::1", "documentation"],
    ["4000::1", "outside of what is routed"],
    ["fc00::1", "unique local"],
    ["fd00:ec2::254", "metadata"],
    ["fe80::1", "link local"],
    ["fe80::1%eth0", "link local with a zone"],
    ["2606:4700:4700::1111%1", "a zone on a public one"],
    ["fec0::1", "site local"],
    ["ff02::1", "multicast"],
    ["", "nothing"],
    ["127.1", "shorthand"],
    ["0177.0.0.1", "octal"],
    ["8.8.8.8 ", "padded"],
    ["localhost", "a name"],
  ])("%s is not reached: %s", async (address) => {
    expect(await reaches(address)).toBe(false);
  });
});

describe("with ranges listed", () => {
  test("opens those ranges and no others", async () => {
    const allowed = ["10.1.0.0/16", "fd00:1::/32"];

    expect(await reaches("10.1.2.3", ...allowed)).toBe(true);
    expect(await reaches("::ffff:10.1.2.3", ...allowed)).toBe(true);
    expect(await reaches("fd00:1::9", ...allowed)).toBe(true);
    expect(await reaches("10.2.0.1", ...allowed)).toBe(false);
    expect(await reaches("fd00:2::9", ...allowed)).toBe(false);
    expect(await reaches("127.0.0.1", ...allowed)).toBe(false);
    expect(await reaches("8.8.8.8", ...allowed)).toBe(true);
  });

  test.each([
    "100.100.100.200",
    "168.63.129.16",
    "169.254.0.23",
    "169.254.42.42",
    "169.254.169.254",
    "169.254.170.2",
    "169.254.170.23",
    "192.0.0.192",
  ])("metadata address %s stays closed unless listed by itself", async (address) => {
    expect(await reaches(address, "0.0.0.0/0", "::/0", `${address}/31`)).toBe(false);
    expect(await reaches(address, `${address}/32`)).toBe(true);
    expect(await reaches(`::ffff:${address}`, "0.0.0.0/0")).toBe(false);
  });

  test.each([
    "::169.254.169.254",
    "64:ff9b::169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::169.254.169.254",
  ])("and so does %s, which a translator would take there", async (address) => {
    expect(await reaches(address, "::/0")).toBe(false);
    expect(await reaches(address, "169.254.169.254/32")).toBe(false);
    expect(await reaches(address, `${address}/128`)).toBe(true);
  });

  test.each([
    "fd00:42::42",
    "fd00:c1::a9fe:a9fe",
    "fd00:ec2::23",
    "fd00:ec2::254",
    "fd20:ce::254",
    "fe80::a9fe:a9fe",
  ])("metadata address %s likewise", async (address) => {
    expect(await reaches(address, "::/0", `${address}/32`, `${address}/127`)).toBe(false);
    expect(await reaches(address, `${address}/128`)).toBe(true);
  });

  test("an address of one family is in no range of the other", async () => {
    expect(await reaches("127.0.0.1", "::/0")).toBe(false);
    expect(await reaches("::1", "0.0.0.0/0")).toBe(false);
    expect(await reaches("::1", "::ffff:0.0.0.0/96")).toBe(false);
    expect(await reaches("127.0.0.1", "::ffff:0.0.0.0/96")).toBe(true);
  });

  test.each([
    "0.0.0.0/33",
    "::/129",
    "::ffff:10.0.0.0/95",
    "10.0.0.0",
    "/8",
    "x/8",
    "10.0.0.0/8x",
    "y10.0.0.0/8",
    "10.0.0.0/8/8",
    "",
  ])("%j is no range", async (range) => {
    const { parseCidr } = await import("./ip");
    expect(() => parseCidr(range)).toThrow(
      `"${range}" is not an address range; write it like 10.0.0.0/8`,
    );
  });
});
