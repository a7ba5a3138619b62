import { type NextRequest, NextResponse } from "next/server";
import { pagePolicy } from "@/lib/http/security-headers";

const policyHeader = "content-security-policy";

/** Sets a script nonce for each page. Next finds it in the policy and writes it into its scripts. Grants no access. */
export function proxy(request: NextRequest): NextResponse {
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))));
  const policy = pagePolicy(nonce, process.env.NODE_ENV !== "production");
  const headers = new Headers(request.headers);
  headers.set(policyHeader, policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set(policyHeader, policy);
  return response;
}

/** Pages only: the API has no scripts, and the proxy would cost it time. */
export const config = {
  matcher: "/((?!v1$|v1/|_next/static/|healthz$|readyz$|metrics$|icon(?:-failing)?\\.svg$).*)",
};
