import type { ServerResponse } from "node:http";

/**
 * Lets browsers keep a document for Back and Forward, which they do not while it has the `no-store` of Next. It is read
 * again at each visit, and a stored copy is valid for the cookies it was made for only. Data that Next sends to its own
 * router keeps `no-store`.
 */
export function makeKeepable(response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead, {
    apply(writeHead, _, given) {
      const type = String(response.getHeader("content-type"));
      const caching = String(response.getHeader("cache-control"));
      if (type.startsWith("text/html") && caching.includes("no-store")) {
        response.setHeader("cache-control", "private, no-cache");
        response.appendHeader("vary", "cookie");
      }
      return Reflect.apply(writeHead, response, given);
    },
  });
}
