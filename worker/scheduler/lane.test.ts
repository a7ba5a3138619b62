import { expect, test } from "vitest";
import { lanesOf } from "./lanes";

test("claims read from shortly before what the last one found, and every five seconds from the start", () => {
  const { normal } = lanesOf(16);
  const [oldest, askedAt] = [new Date(100_000), new Date(200_000)];
  normal.noteClaim({ oldest, askedAt, cursors: {} }, true);
  expect(normal.beginClaim(10_000)).toBeNull();
  expect(normal.beginClaim(14_999)).toEqual(new Date(99_950));
  normal.noteClaim({ oldest, askedAt, cursors: {} }, false);
  normal.noteClaim({ oldest: null, askedAt: null, cursors: {} }, false);
  expect(normal.beginClaim(14_999)).toEqual(new Date(199_000));
  expect(normal.beginClaim(15_000)).toBeNull();

  normal.noteSwept(20_000);
  expect(normal.beginClaim(24_999)).toEqual(new Date(199_000));
  normal.due = false;
  normal.claimFromStart();
  expect(normal.due).toBe(true);
  expect(normal.beginClaim(24_999)).toBeNull();
});
