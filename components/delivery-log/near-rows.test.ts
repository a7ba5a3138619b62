import fc from "fast-check";
import { expect, test } from "vitest";
import { rowsNear } from "./near-rows";

test("draws all rows on the screen, and not many more", () => {
  const heights = fc.constantFrom(32, 36, 88);
  const counts = fc.integer({ min: 0, max: 2000 });
  fc.assert(
    fc.property(
      counts,
      heights,
      fc.integer({ min: -2000, max: 200_000 }),
      (count, height, from) => {
        const to = from + 800;
        const near = rowsNear(count, height, { from, to });
        const onScreen = Array.from({ length: count }, (_, n) => n).filter(
          (n) => n * height < to && (n + 1) * height > from,
        );
        expect(onScreen.every((n) => n >= near.from && n < near.to)).toBe(true);
        expect(near.to - near.from).toBeLessThanOrEqual(onScreen.length + 12 + 12 + 8 + 8 + 1);
      },
    ),
  );
});
