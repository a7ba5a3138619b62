import type { Endpoint } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { ResponseHeaders } from "@/lib/protocol/response-headers";
import { answer, refusal, requestIdOf } from "./answer";

export type Route = { params: Promise<Record<string, string>> };
type Answering = (request: Request, route: Route) => Promise<Response>;
/** Answers one method of one path. Handlers of an endpoint carry its path. */
export type Handler = Answering & { path?: Endpoint["path"] };

const known = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"] as const;
type Method = (typeof known)[number];
/** All methods of one path, as a route module exports them. */
export type Methods = Record<Method, Handler>;

export function isMethod(text: string): text is Method {
  return known.some((method) => method === text);
}

/** Returns `run` as the handler of an endpoint. */
export function handlerOf({ path }: Endpoint, run: Answering): Handler {
  return Object.assign(run, { path });
}

/** Completes the handlers of a path: HEAD and OPTIONS are derived, every other method answers 405. */
export function methods(handlers: Partial<Methods>): Methods {
  const offered: Partial<Methods> = {
    ...handlers,
    ...(handlers.GET && { HEAD: head(handlers.GET) }),
  };
  const allow = [...Object.keys(offered), "OPTIONS"].join(", ");
  const path = known.flatMap((method) => handlers[method]?.path ?? [])[0];
  const all = known.map((method) => [method, offered[method] ?? refuse(allow, path)]);
  return { ...Object.fromEntries(all), OPTIONS: options(allow) };
}

/** Returns the path that a route module serves. @throws Error when its endpoints name none, or several */
export function pathOf(module: Methods): Endpoint["path"] {
  const paths = new Set(known.flatMap((method) => module[method].path ?? []));
  const [path, ...others] = paths;
  if (path === undefined || others.length > 0) {
    throw new Error(`A route module serves one path; this one serves ${[...paths].join(", ")}.`);
  }
  return path;
}

/** Answers a method that is not among `Methods`, such as PROPFIND: 405, with what the path allows. */
export function notAllowed(module: Methods): Handler {
  return async (request, route) => {
    const allowed = await module.OPTIONS(request, route);
    return refuse(allowed.headers.get("allow") ?? "", pathOf(module))(request, route);
  };
}

function head(get: Handler): Handler {
  return async (request, route) => {
    const { status, headers, body } = await get(request, route);
    // An unread body without an end would keep its source open.
    await body?.cancel();
    return new Response(null, { status, headers });
  };
}

function options(allow: string): Handler {
  return async (request) => answer(204, null, requestIdOf(request), new ResponseHeaders({ allow }));
}

function refuse(allow: string, path: Endpoint["path"] | undefined): Handler {
  return async (request) => {
    const problem = new Problem(40500, `${request.method} is not allowed here; use ${allow}.`);
    const headers = new ResponseHeaders({ allow });
    return refusal(problem, requestIdOf(request), headers, { request, path });
  };
}
