import { env } from "@/lib/env";
import { openApiDocument } from "./document";

/** Returns the OpenAPI document. Its server is `PUBLIC_URL`, or else the URL of the request. */
export async function describeApi() {
  const { PUBLIC_URL } = env();
  return openApiDocument(PUBLIC_URL === undefined ? "/" : new URL(PUBLIC_URL).origin);
}
