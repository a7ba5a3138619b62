import { expect, test } from "vitest";
import { deliveryTitle } from "./delivery-state";

test("titles tell deliveries to two addresses of one host apart", () => {
  const delivery = {
    status: "failed" as const,
    attempts: 1,
    sending: false,
    statusCode: 503,
    event: "VIDEO_GENERATION_FAILED" as const,
  };
  const titleTo = (callbackUrl: string, label?: string) =>
    deliveryTitle({ ...delivery, callbackUrl }, label);
  expect(titleTo("https://a.example/in?token=x")).toBe(
    "503 · VIDEO_GENERATION_FAILED → a.example/in",
  );
  expect(titleTo("https://a.example/staging")).toBe(
    "503 · VIDEO_GENERATION_FAILED → a.example/staging",
  );
  expect(titleTo("https://a.example/in", "Orbit Learning")).toMatch(/ → Orbit Learning$/);
});
