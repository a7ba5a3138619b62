import { expect, test } from "vitest";
import { barPath } from "./bar-path";

test("bars are one path, without those of no height", () => {
  const bars = [
    { x: 0, y: 20, height: 2 },
    { x: 3, y: 22, height: 0 },
    { x: 6, y: 1.23456, height: 20.76544 },
  ];
  expect(barPath(bars, 2)).toBe("M0 20h2v2h-2zM6 1.23h2v20.77h-2z");
});
