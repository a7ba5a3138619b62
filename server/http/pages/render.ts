import { once } from "node:events";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createRequestResponseMocks } from "next/dist/server/lib/mock-request.js";

export type PageHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** A response of Next, uncompressed. */
export type Rendered = { status: number; headers: Record<string, string>; body: Buffer };

/** Has Next answer a GET without a socket. */
export async function render(
  handler: PageHandler,
  url: string,
  headers: IncomingHttpHeaders,
): Promise<Rendered> {
  const chunks: Buffer[] = [];
  const resWriter = (chunk: Uint8Array | string) => chunks.push(Buffer.from(chunk)) > 0;
  const { req, res } = createRequestResponseMocks({ url, headers, method: "GET", resWriter });
  const finished = once(res, "finish");
  // Safe: Next passes the same objects to this handler when it renders a page itself.
  await handler(req as unknown as IncomingMessage, res as unknown as ServerResponse);
  await finished;
  const said = Object.entries(res.getHeaders());
  return {
    status: res.statusCode,
    headers: Object.fromEntries(said.map(([name, value]) => [name, String(value)])),
    body: Buffer.concat(chunks),
  };
}
