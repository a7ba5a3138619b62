import { type OpenApi, operationsOf, resolverOf } from "@/components/docs/document";
import { groupsOf } from "@/components/docs/groups";
import { openApiDocument } from "@/lib/http/openapi";

/** The reference, read from the document that clients get. */
export function reference() {
  // Safe: a test holds the document against the specification, and the types name the parts it uses.
  const document = openApiDocument() as unknown as OpenApi;
  return { groups: groupsOf(operationsOf(document)), resolve: resolverOf(document) };
}
