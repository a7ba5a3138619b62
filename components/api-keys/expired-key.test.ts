import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type ApiKey, useRotateApiKey } from "@/lib/api-keys/queries";
import { RotateForm } from "./key-dialogs";
import { isInUse } from "./use-revocation";

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

test("a key is in use for 30 days after its last use, at most until its expiry", () => {
  expect(isInUse({})).toBe(false);
  expect(isInUse({ lastUsedAt: inDays(-29) })).toBe(true);
  expect(isInUse({ lastUsedAt: inDays(-31) })).toBe(false);
  expect(isInUse({ lastUsedAt: inDays(-2), expiresAt: inDays(1) })).toBe(true);
  expect(isInUse({ lastUsedAt: inDays(-2), expiresAt: inDays(-1) })).toBe(false);
});

test("the rotation of an expired key promises no time in which the old one works on", () => {
  expect(rotationOf({})).toEqual({
    text: "The old key keeps working for the time chosen here.",
    asks: true,
  });
  expect(rotationOf({ expiresAt: inDays(1) })).toEqual({
    text: "The old key keeps working for the time chosen here, at most until its expiry.",
    asks: true,
  });
  expect(rotationOf({ expiresAt: inDays(-1) })).toEqual({
    text: "The old key has expired.",
    asks: false,
  });
});

function rotationOf(key: Partial<ApiKey>) {
  const apiKey = { id: "k", name: "pipeline", ...key } as ApiKey;
  const Rotation = () =>
    createElement(RotateForm, { apiKey, rotate: useRotateApiKey(), close() {} });
  const client = new QueryClient();
  const html = renderToStaticMarkup(
    createElement(QueryClientProvider, { client }, createElement(Rotation)),
  );
  return { text: /The old key[^<]*/.exec(html)?.[0], asks: html.includes("Keep the old key for") };
}
