import { expect, test } from "vitest";
import { refuseUntil } from "./rate-limit";

test.each([
  [0, "1"],
  [2, "2"],
  [2.1, "3"],
])("after %s s a request may be repeated in %s whole seconds", (seconds, header) => {
  expect(refuseUntil("Wait.", seconds, {}).headers).toEqual({ "retry-after": header });
});
