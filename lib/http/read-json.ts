import { defaultProblem } from "@/lib/protocol/default-problem";
import { depthLimit, measure, partLimit } from "@/lib/protocol/json-text";
import { Problem } from "@/lib/protocol/problem";

export type JsonBody = { text: string; value: unknown };
/** Called with the text of a body before it is parsed, and with its value before it is validated. Each may throw. */
export type Inspect = { text(text: string): void; value?(value: unknown): void };

const nothing: JsonBody = { text: "", value: undefined };

/**
 * Reads a JSON body of at most `limit` bytes, with or without a Content-Length.
 * @throws Problem 40001, 41300 or 41500
 */
export async function readJson(
  request: Request,
  limit: number,
  inspect?: Inspect,
): Promise<JsonBody> {
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return nothing;
  if (!isJson(request.headers.get("content-type"))) throw defaultProblem(41500);
  const encoding = request.headers.get("content-encoding");
  const text = decode(bytes, encoding);
  inspect?.text(text);
  const body = parse(text, encoding);
  inspect?.value?.(body.value);
  return body;
}

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  const length = request.headers.get("content-length");
  if (Number(length) > limit) throw tooLarge(limit);
  try {
    // HTTP framing ends a body at its Content-Length. Only a body without one is counted as it arrives.
    if (length !== null) return Buffer.from(await request.arrayBuffer());
    return await readChunks(request, limit);
  } catch (error) {
    if (error instanceof Problem) throw error;
    // The error of a lost connection has the code of one to the database, and would be answered and logged as such.
    throw new Problem(40000, "The connection ended before the whole body arrived. Send it again.");
  }
}

async function readChunks(request: Request, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(limit: number) {
  const kibibytes = (limit / 1024).toLocaleString("en");
  return new Problem(
    41300,
    `The body is larger than ${kibibytes} KiB, which is the limit of this operation. Send less at once.`,
  );
}

function isJson(contentType: string | null): boolean {
  const [type = ""] = (contentType ?? "").split(";");
  return /^application\/(?:[\w.-]+\+)?json$/i.test(type.trim());
}

function parse(text: string, encoding: string | null): JsonBody {
  const { depth, parts } = measure(text);
  if (depth > depthLimit) {
    throw new Problem(40000, `The body nests deeper than ${depthLimit} levels. Make it flatter.`);
  }
  if (parts > partLimit) {
    throw new Problem(
      41300,
      `The body has more than ${partLimit.toLocaleString("en")} members, objects and lists. Send less at once.`,
    );
  }
  try {
    return { text, value: JSON.parse(text) };
  } catch (error) {
    const detail = error instanceof Error ? error.message.replace(/, ".*$/s, "") : "";
    throw notJson(detail, encoding);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Buffer, encoding: string | null): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw notJson("it is not UTF-8 text; encode it as UTF-8", encoding);
  }
}

/** A body that is not JSON may be compressed: RFC 9110, section 8.4, answers 415 with the codings that are accepted. */
function notJson(detail: string, encoding: string | null): Problem {
  if (encoding === null || encoding.toLowerCase() === "identity") {
    return new Problem(40001, `The body is not valid JSON: ${detail}.`);
  }
  return new Problem(41500, "Send the body without Content-Encoding: no compression is accepted.", {
    headers: { "accept-encoding": "identity" },
  });
}
