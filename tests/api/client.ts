import { randomInt } from "node:crypto";
import { expect, inject } from "vitest";
import { assertDocumented } from "./documented";

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** What it means is the tests' to check, not the compiler's. */
  body: ReturnType<typeof JSON.parse>;
};
type Options = { key?: string; body?: unknown; raw?: string | Uint8Array; headers?: HeadersInit };

/** The address of the mount under test: our own server, or plain `next start`. */
export const origin = inject("origin");

/** One request. Every answer, whichever, is held against our own OpenAPI document and the error shape. */
export async function api(line: string, options: Options = {}): Promise<Answer> {
  const [method = "GET", path = "/"] = line.split(" ");
  const answer = await fetch(origin + path, { method, ...sent(options), redirect: "manual" });
  const { status, headers } = answer;
  const text = await textOf(answer);
  expect(headers.get("x-request-id"), line).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  const isJson = headers.get("content-type") === "application/json";
  const body = text === "" || !isJson ? undefined : JSON.parse(text);
  await assertDocumented(method, path, status, body, headers);
  return { status, headers, text, body };
}

/** What has no end is not waited for. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get("content-type") !== "text/event-stream") return answer.text();
  await answer.body?.cancel();
  return "";
}

/** An address of the range that stands for the Internet in tests. */
export function anyAddress(): string {
  const part = () => randomInt(1, 255);
  return `198.${18 + randomInt(2)}.${part()}.${part()}`;
}

function sent({ key, body, raw, headers: extra }: Options): RequestInit {
  const headers = new Headers(extra);
  // Each request from a place of its own, so that no limit of an address is met by accident.
  if (!headers.has("x-forwarded-for")) headers.set("x-forwarded-for", anyAddress());
  if (key !== undefined) headers.set("x-api-key", key);
  if (body !== undefined && !headers.has("content-type")) {
    headers.set("content-type", "application/json");
  }
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return { headers, ...(text !== undefined && { body: text as BodyInit }) };
}
