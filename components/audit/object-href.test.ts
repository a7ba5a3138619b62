import { expect, test } from "vitest";
import { objectHref } from "./object-href";

const operator = { seesAll: true };
const member = { seesAll: false };

test("an object leads to its page, if the reader can open that", () => {
  const signingKey = { action: "signing_key.enabled", targetId: "w" } as const;
  expect(objectHref(signingKey, member)).toBe("/webhooks/w/signing");
  expect(objectHref({ action: "user.deleted", targetId: "u" }, operator)).toBe("/users");
  expect(objectHref({ action: "user.deleted", targetId: "u" }, member)).toBeUndefined();
  expect(objectHref({ action: "webhook.deleted" }, operator)).toBeUndefined();
});
