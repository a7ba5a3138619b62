import { Problem } from "@/lib/protocol/problem";
import { answer, refusal, requestIdOf } from "./answer";
import type { Handler } from "./handle";

const known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
type Method = (typeof known)[number];
export type Methods = Record<Method, Handler>;

export function isMethod(text: string): text is Method {
  return known.some((method) => method === text);
}

/** All methods of one path: those it has, HEAD and OPTIONS made from them, and a 405 for the rest. */
export function methods(handlers: Partial<Methods>): Methods {
  const offered: Partial<Methods> = {
    ...handlers,
    ...(handlers.GET && { HEAD: head(handlers.GET) }),
  };
  const allow = [...Object.keys(offered), "OPTIONS"].join(", ");
  const all = known.map((method) => [method, offered[method] ?? notAllowed(allow)]);
  return { ...Object.fromEntries(all), OPTIONS: options(allow) };
}

function head(get: Handler): Handler {
  return async (request, route) => {
    const { status, headers, body } = await get(request, route);
    // Nobody reads it; one without an end would be kept open.
    await body?.cancel();
    return new Response(null, { status, headers });
  };
}

function options(allow: string): Handler {
  return async (request) => answer(204, null, requestIdOf(request), new Headers({ allow }));
}

function notAllowed(allow: string): Handler {
  return async (request) => {
    const problem = new Problem(40500, `${request.method} is not allowed here; use ${allow}.`);
    return refusal(problem, requestIdOf(request), new Headers({ allow }));
  };
}
