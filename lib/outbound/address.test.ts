import { describe, expect, test } from "vitest";
import { isAllowedAddress } from "./address";
import { parseCidr } from "./ip";

const nothing: ReturnType<typeof parseCidr>[] = [];
const listed = (...ranges: string[]) => ranges.map(parseCidr);

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
    "2a00:1450:4001:82a::200e",
    "::ffff:8.8.8.8",
    "::ffff:808:808",
  ])("%s is reached", (address) => {
    expect(isAllowedAddress(address, nothing)).toBe(true);
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
  ])("IPv4 %s is not reached", (address) => {
    expect(isAllowedAddress(address, nothing)).toBe(false);
    expect(isAllowedAddress(`::ffff:${address}`, nothing)).toBe(false);
    expect(isAllowedAddress(`0:0:0:0:0:FFFF:${address}`, nothing)).toBe(false);
    expect(isAllowedAddress(`::${address}`, nothing)).toBe(false);
    expect(isAllowedAddress(`64:ff9b::${address}`, nothing)).toBe(false);
  });

  test.each([
    ["::", "unspecified"],
    ["::1", "loopback"],
    ["::ffff:7f00:1", "loopback, mapped, in hex"],
    ["::7f00:1", "IPv4-compatible"],
    ["64:ff9b:1::1", "local NAT64"],
    ["100::1", "discard"],
    ["2001::1", "Teredo"],
    ["2001:db8::1", "documentation"],
    ["2002:7f00:1::", "6to4"],
    ["2620:4f:8000::1", "AS112"],
    ["3ffe::1", "6bone"],
    ["3fff::1", "documentation"],
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
  ])("%s is not reached: %s", (address) => {
    expect(isAllowedAddress(address, nothing)).toBe(false);
  });
});

describe("with ranges listed", () => {
  test("opens those ranges and no others", () => {
    const allowed = listed("10.1.0.0/16", "fd00:1::/32");

    expect(isAllowedAddress("10.1.2.3", allowed)).toBe(true);
    expect(isAllowedAddress("::ffff:10.1.2.3", allowed)).toBe(true);
    expect(isAllowedAddress("fd00:1::9", allowed)).toBe(true);
    expect(isAllowedAddress("10.2.0.1", allowed)).toBe(false);
    expect(isAllowedAddress("fd00:2::9", allowed)).toBe(false);
    expect(isAllowedAddress("127.0.0.1", allowed)).toBe(false);
    expect(isAllowedAddress("8.8.8.8", allowed)).toBe(true);
  });

  test.each([
    "169.254.169.254",
    "169.254.170.2",
    "168.63.129.16",
    "100.100.100.200",
    "192.0.0.192",
  ])("metadata address %s stays closed unless listed by itself", (address) => {
    expect(isAllowedAddress(address, listed("0.0.0.0/0", "::/0"))).toBe(false);
    expect(isAllowedAddress(address, listed(`${address}/32`))).toBe(true);
    expect(isAllowedAddress(`::ffff:${address}`, listed("0.0.0.0/0"))).toBe(false);
  });

  test.each(["::169.254.169.254", "64:ff9b::169.254.169.254", "64:ff9b::a9fe:a9fe"])(
    "and so does %s, which a translator would take there",
    (address) => {
      expect(isAllowedAddress(address, listed("::/0"))).toBe(false);
      expect(isAllowedAddress(address, listed("169.254.169.254/32"))).toBe(false);
      expect(isAllowedAddress(address, listed(`${address}/128`))).toBe(true);
    },
  );

  test("the IPv6 metadata address likewise", () => {
    expect(isAllowedAddress("fd00:ec2::254", listed("fd00::/8"))).toBe(false);
    expect(isAllowedAddress("fd00:ec2::254", listed("fd00:ec2::254/128"))).toBe(true);
  });
});
