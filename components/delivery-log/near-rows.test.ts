import fc from "fast-check";
import { expect, test } from "vitest";
import { itemsNear, startsOf } from "./near-rows";

test("tells where each begins and where the last one ends", () => {
  expect(startsOf([])).toEqual([0]);
  expect(startsOf([32, 44, 44])).toEqual([0, 32, 76, 120]);
});

test("draws all that is on the screen, and not many more", () => {
  const heights = fc.array(fc.constantFrom(32, 44, 88), { maxLength: 2000 });
  fc.assert(
    fc.property(heights, fc.integer({ min: -2000, max: 200_000 }), (of, from) => {
      const starts = startsOf(of);
      const to = from + 800;
      const near = itemsNear(starts, { from, to });
      const onScreen = of.flatMap((height, n) => {
        const start = starts[n]!;
        return start < to && start + height > from ? [n] : [];
      });
      expect(onScreen.every((n) => n >= near.from && n < near.to)).toBe(true);
      expect(near.to - near.from).toBeLessThanOrEqual(onScreen.length + 12 + 12 + 8 + 8 + 1);
    }),
  );
});
