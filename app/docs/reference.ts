import { type OpenApi, operationsOf, resolverOf } from "@/components/docs/document";
import { groupsOf } from "@/components/docs/groups";
import { openApiDocument } from "@/lib/openapi/document";

/** The API reference, from the published OpenAPI document. */
export function reference() {
  // Safe: a test validates the document against the specification; the types name the parts in use.
  const document = openApiDocument() as unknown as OpenApi;
  return { groups: groupsOf(document, operationsOf(document)), resolve: resolverOf(document) };
}
