import { env } from "@/lib/env";
import { openApiDocument } from "@/lib/openapi/document";
import { commit, service } from "@/lib/version";

export async function describeService() {
  return { ...service, commit, documentation: "/v1/openapi.json" };
}

/** Returns the OpenAPI document. Its server is `PUBLIC_URL`, or else the URL of the request. */
export async function describeApi() {
  const { PUBLIC_URL } = env();
  return openApiDocument(PUBLIC_URL === undefined ? "/" : new URL(PUBLIC_URL).origin);
}
