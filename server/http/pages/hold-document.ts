import type { ServerResponse } from "node:http";
import { placeContent } from "./place-content";

/** Most documents take 30 to 100 ms. A browser draws a loading state only once it is 200 ms old (first-script.tsx). */
const longestMs = 150;

/**
 * Holds a document back until it is whole, and sends it with its content in place. After 150 ms it is sent as it comes, beginning with
 * the loading state. Returns a function that discards what is held, for another response instead.
 */
export function holdDocument(response: ServerResponse): () => void {
  const { write, end, flushHeaders } = response;
  const parts: Uint8Array[] = [];
  let isHeld = true;
  const timer = setTimeout(() => {
    isHeld = false;
    if (parts.length === 0) return;
    response.write(Buffer.concat(parts));
    if ("flush" in response && typeof response.flush === "function") response.flush();
  }, longestMs);
  response.once("close", () => clearTimeout(timer));

  response.flushHeaders = () => {
    if (!isHeld) flushHeaders.call(response);
  };
  response.write = ((chunk: Uint8Array | string, ...rest: unknown[]) => {
    if (!isHeld) return Reflect.apply(write, response, [chunk, ...rest]);
    return parts.push(Buffer.from(chunk)) > 0;
  }) as typeof write;
  // Next ends a response with nothing or with its body, never with a callback.
  response.end = ((body?: Uint8Array | string | null, ...rest: unknown[]) => {
    if (!isHeld) return Reflect.apply(end, response, [body, ...rest]);
    isHeld = false;
    clearTimeout(timer);
    if (body) parts.push(Buffer.from(body));
    if (parts.length > 0) rest.unshift(withContentInPlace(Buffer.concat(parts)));
    return Reflect.apply(end, response, rest);
  }) as typeof end;

  return () => {
    isHeld = false;
    parts.length = 0;
  };
}

/**
 * Lets a browser draw the first frame once it has parsed the content, up to React's first script. It would draw a part of the page
 * before, and lay out the rest again (HTML, "render-blocking", `rel=expect`; only Chromium knows it).
 */
const wholeFirstFrame = '<link rel="expect" href="#_R_" blocking="render">';

function withContentInPlace(document: Buffer): Buffer | string {
  const placed = placeContent(document.toString());
  if (placed === null) return document;
  return placed.includes(' id="_R_"')
    ? placed.replace("<head>", `<head>${wholeFirstFrame}`)
    : placed;
}
