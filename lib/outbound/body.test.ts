import { expect, test } from "vitest";
import { deliveryBody } from "./body";

test("keeps the published bytes: spacing, order and numbers", () => {
  const published =
    '{ "videoId" : "v1",\n"extras":{},"size":12345678901234567890.0, "a":"\\u00fc" }';

  expect(deliveryBody("VIDEO_GENERATION_SUCCESS", published)).toBe(
    `{"event":"VIDEO_GENERATION_SUCCESS","data":${published}}`,
  );
});
