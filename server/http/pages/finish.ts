import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gunzip, gzip } from "node:zlib";
import { dataPolicy, hashedPagePolicy } from "@/lib/http/security-headers";
import { placeContent } from "./place-content";
import type { Rendered } from "./render";

/** A page as bytes, sent unchanged. Only compressed forms are kept: nearly all clients accept one of them. */
export type FinishedPage = {
  status: number;
  headers: Record<string, string>;
  bodies: { br: Buffer; gzip: Buffer };
  etag: string;
};

/** Set for each request, or by the server that sends the bytes. */
const ofOneAnswer = ["content-security-policy", "x-request-id", "date", "connection", "keep-alive"];
const ofOneForm = ["content-length", "content-encoding", "transfer-encoding", "etag"];

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/**
 * Turns a rendered page into bytes for all clients. A nonce is valid for one response, so the policy contains the hash
 * of each inline script instead. The same bytes are then valid for every request, and browsers may cache them.
 */
export async function finish({ status, headers, body }: Rendered): Promise<FinishedPage> {
  const kept = Object.entries(headers).filter(
    ([name]) => !ofOneAnswer.includes(name) && !ofOneForm.includes(name),
  );
  const type = String(headers["content-type"]);
  const isHtml = type.startsWith("text/html");
  const isJson = type.startsWith("application/json");
  const html = isHtml ? withContent(withoutNonces(body.toString())) : "";
  const bytes = isHtml ? Buffer.from(html) : body;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(bytes, quality),
    promisify(gzip)(bytes),
  ]);
  return {
    status,
    headers: {
      ...Object.fromEntries(kept),
      "content-security-policy": isHtml ? hashedPagePolicy(inlineScriptHashes(html)) : dataPolicy,
      // API responses are not cached.
      ...(!isJson && { "cache-control": "private, no-cache" }),
      vary: "accept-encoding, cookie",
    },
    bodies: { br, gzip: gz },
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 27)}"`,
  };
}

export const uncompressed = promisify(gunzip) as (body: Buffer) => Promise<Buffer>;

/** Puts the content in place of the loading state: the document is whole, and browsers without scripts show it too. */
function withContent(html: string): string {
  return placeContent(html) ?? html;
}

function withoutNonces(html: string): string {
  return html.replaceAll(/(<(?:script|link|style)\b[^>]*?) nonce="[^"]*"/g, "$1");
}

function inlineScriptHashes(html: string): string[] {
  const scripts = html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g);
  const inline = [...scripts].filter(([, attributes = ""]) => !/\ssrc=/.test(attributes));
  const hashes = inline.map(([, , text = ""]) =>
    createHash("sha256").update(text).digest("base64"),
  );
  return [...new Set(hashes)];
}
