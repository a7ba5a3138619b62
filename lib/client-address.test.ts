import { expect, test } from "vitest";
import { clientAddress, limitedAs } from "./client-address";

const socket = "192.0.2.1";

test.each([
  ["what anybody may write is not looked at", "203.0.113.9", 0, socket],
  ["the last entry is our proxy's", "1.1.1.1, 203.0.113.9", 1, "203.0.113.9"],
  ["of two proxies the outer one heard it", "1.1.1.1, 203.0.113.9, 10.0.0.2", 2, "203.0.113.9"],
  ["fewer entries than proxies", "203.0.113.9", 3, "203.0.113.9"],
  ["no entry at all", null, 1, socket],
  ["what is no address", "unknown", 1, socket],
  ["a port behind it", "203.0.113.9:4711", 1, "203.0.113.9"],
  ["IPv6 in brackets", "[2001:db8::1]:4711", 1, "2001:db8::1"],
  ["IPv4 in IPv6", "::ffff:203.0.113.9", 1, "203.0.113.9"],
])("%s", (_, forwarded, proxies, address) => {
  expect(clientAddress(socket, forwarded, proxies)).toBe(address);
});

test("an IPv4-mapped address is IPv4, and a missing one is unknown", () => {
  expect(clientAddress("::ffff:192.0.2.1", null, 0)).toBe("192.0.2.1");
  expect(clientAddress(undefined, "203.0.113.9", 0)).toBeUndefined();
});

test.each([
  ["203.0.113.9", "203.0.113.9"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0db8:0001:0002::6", "2001:db8:1:2::/64"],
  ["2001:db8::6", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1:2:3:4", "fe80:0:0:0::/64"],
])("limits hold %s as %s", (address, subject) => {
  expect(limitedAs(address)).toBe(subject);
});
