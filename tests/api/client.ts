import { randomInt } from "node:crypto";
import { expect, inject } from "vitest";
import { assertDocumented } from "./documented";

export type Answer = {
  status: number;
  headers: Headers;
  text: string;
  /** The tests check its meaning, not the compiler. */
  body: ReturnType<typeof JSON.parse>;
};
type Options = { key?: string; body?: unknown; raw?: string | Uint8Array; headers?: HeadersInit };

/** Address of the mount under test: Postback's own server, or plain `next start`. */
export const origin = inject("origin");

/** Sends one request. Checks every response against the OpenAPI document and the error format. */
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

/** A stream is not read to its end. */
async function textOf(answer: Response): Promise<string> {
  if (answer.headers.get("content-type") !== "text/event-stream") return answer.text();
  await answer.body?.cancel();
  return "";
}

/** Returns an address of the range that represents the internet in tests. */
export function anyAddress(): string {
  const part = () => randomInt(1, 255);
  return `198.${18 + randomInt(2)}.${part()}.${part()}`;
}

function sent({ key, body, raw, headers: extra }: Options): RequestInit {
  const headers = new Headers(extra);
  // Each request has its own client address, so that no limit by address is reached by accident.
  if (!headers.has("x-forwarded-for")) headers.set("x-forwarded-for", anyAddress());
  if (key !== undefined) headers.set("x-api-key", key);
  if (body !== undefined && !headers.has("content-type")) {
    headers.set("content-type", "application/json");
  }
  const text = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return { headers, ...(text !== undefined && { body: text as BodyInit }) };
}
