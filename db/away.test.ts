import { DrizzleQueryError } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { isDatabaseAway } from "./away";

const failed = (code: string) => Object.assign(new Error("said by the driver"), { code });

describe("an unreachable database", () => {
  test.each([
    ["the disk is full", "53100"],
    ["there are too many connections", "53300"],
    ["it shuts down", "57P01"],
    ["it starts up", "57P03"],
    ["the statement took too long", "57014"],
    ["a file could not be read", "58030"],
    ["the connection broke", "08006"],
    ["it is a standby", "25006"],
    ["connection refused", "ECONNREFUSED"],
    ["there is no way to it", "EHOSTUNREACH"],
    ["it does not answer when called", "CONNECT_TIMEOUT"],
    ["a statement got no answer", "STATEMENT_LIMIT"],
    ["the connection was closed", "CONNECTION_CLOSED"],
    ["the connection was reset", "ECONNRESET"],
    ["its name is not known", "ENOTFOUND"],
    ["no host accepts writes", "TARGET_SESSION_ATTRS"],
    ["a transaction was idle for too long", "25P03"],
    ["a transaction took too long", "25P04"],
  ])("because %s (%s)", (_why, code) => {
    expect(isDatabaseAway(failed(code))).toBe(true);
    expect(isDatabaseAway(new DrizzleQueryError("select", [], failed(code)))).toBe(true);
  });
});

test.each(["23505", "22P02", "42P01", "40P01", "ENOMEM"])("%s is another matter", (code) => {
  expect(isDatabaseAway(failed(code))).toBe(false);
});
