import createRouter from "find-my-way";
import { noSuchPath } from "@/lib/http/answer";
import { isMethod, type Methods, notAllowed, pathOf } from "@/lib/http/methods";
import { setSocketAddress } from "@/lib/http/request-source";
import { withoutTrailingSlashes } from "./request-form";
import { routeModules } from "./routes";

/** Longer than any parameter that can be valid; a longer one is answered like any other invalid id. */
const maxParamLength = 16_384;

const router = createRouter({ maxParamLength });
for (const module of routeModules) {
  const pattern = pathOf(module).replaceAll(/\{(\w+)\}/g, ":$1");
  // A path has one module, whatever the method: the module answers 405 itself.
  router.on("GET", pattern, () => undefined, module);
}

/**
 * Passes a request of the API to the route module of its path, as Next.js would. An unknown path is answered 40401.
 * `socketAddress` is the address at the other end of the connection.
 */
export async function dispatch(request: Request, socketAddress?: string): Promise<Response> {
  if (socketAddress) setSocketAddress(request, socketAddress);
  const route = router.find("GET", decodable(withoutTrailingSlashes(pathOfUrl(request.url))));
  if (!route) return noSuchPath(request);
  // Safe: `on` above stores nothing but route modules.
  const module = route.store as Methods;
  const handler = isMethod(request.method) ? module[request.method] : notAllowed(module);
  const params = Object.entries(route.params).map(([name, value]) => [name, value ?? ""]);
  return handler(request, { params: Promise.resolve(Object.fromEntries(params)) });
}

/** Returns the path of the URL of a request. The server has normalised it, so it need not be parsed again. */
function pathOfUrl(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  const end = url.slice(start).search(/[?#]/);
  return end < 0 ? url.slice(start) : url.slice(start, start + end);
}

/** A path with a malformed escape matches as literal text, so that it is answered like any unknown id. */
function decodable(path: string): string {
  try {
    decodeURI(path);
    return path;
  } catch {
    return path.replaceAll("%", "%25");
  }
}
