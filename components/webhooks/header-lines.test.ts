import { expect, test } from "vitest";
import { headersOf, linesOf } from "./header-lines";
import { NewWebhookDraft } from "./new-webhook-schema";

const complaint = (headers: string) =>
  NewWebhookDraft.shape.headers.safeParse(headers).error?.issues[0]?.message;

test("a value may contain colons, and blank lines are left out", () => {
  const lines = "authorization: Basic a:b\r\n\n  x-tenant :7 \n";
  expect(headersOf(lines)).toEqual({ authorization: "Basic a:b", "x-tenant": "7" });
  expect(linesOf(headersOf(lines))).toBe("authorization: Basic a:b\nx-tenant: 7");
});

test("a header that is there twice is refused, so that no line is lost", () => {
  expect(complaint("x-tenant: 7\nx-other: 8")).toBeUndefined();
  expect(complaint("x-tenant: 7\nx-tenant: 8")).toBe("x-tenant is there twice");
  expect(complaint("x-tenant: 7\nX-Tenant: 8")).toBe(
    "This header is there twice, in another spelling",
  );
  expect(complaint("x-tenant")).toBe("Give a value without spaces around it");
});
