import { isMethod } from "@/lib/http/methods";
import { noSuchPath } from "@/lib/http/no-such-path";
import { cameFrom } from "@/lib/http/origin";
import { routes } from "./routes";

type Params = Record<string, string>;

const patterns = Object.entries(routes).map(([path, module]) => ({
  parts: path.split("/"),
  module,
}));

/**
 * One request of the API to the module of its path, as Next would; the rest answers 40401. `socketAddress` is who is
 * at the other end of the connection.
 */
export async function dispatch(request: Request, socketAddress?: string): Promise<Response> {
  if (socketAddress) cameFrom(request, socketAddress);
  const path = new URL(request.url).pathname.replace(/\/+$/, "");
  const parts = path.split("/");
  for (const { parts: pattern, module } of patterns) {
    const params = match(pattern, parts);
    if (!params) continue;
    // Every module refuses PATCH, and so says what it has instead.
    const method = isMethod(request.method) ? request.method : "PATCH";
    return module[method](request, { params: Promise.resolve(params) });
  }
  return noSuchPath(request);
}

function match(pattern: string[], parts: string[]): Params | null {
  if (pattern.length !== parts.length) return null;
  const params: Params = {};
  for (const [index, expected] of pattern.entries()) {
    const given = parts[index] ?? "";
    if (expected.startsWith("[")) params[expected.slice(1, -1)] = decoded(given);
    else if (expected !== given) return null;
  }
  return params;
}

/** What cannot be decoded names nothing, and is answered so. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
