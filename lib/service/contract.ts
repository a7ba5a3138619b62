import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";

/** Also in the state of the system. */
export const BuildCommit = z
  .string()
  .optional()
  .describe("Commit that the build was made of; left out if it was made outside of a clone");

const Service = z
  .object({
    name: z.string().describe("Name of the product"),
    version: z.string(),
    commit: BuildCommit,
    documentation: z.string().describe("Path of this description, as OpenAPI 3.1"),
  })
  .meta({ id: "Service" });

export const serviceApi = {
  read: endpoint({
    method: "GET",
    path: "/v1",
    summary: "Check an API key",
    description:
      "Returns the name, version and commit of this installation. A client can test its key here.",
    access: "any",
    response: Service,
    status: 200,
  }),
  openapi: endpoint({
    method: "GET",
    path: "/v1/openapi.json",
    summary: "Read this description",
    description: "Returns this API as an OpenAPI 3.1 document. /openapi.json answers the same.",
    access: "public",
    response: z.record(z.string(), z.unknown()),
    status: 200,
  }),
};
