import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";

export const rootApi = {
  read: endpoint({
    method: "GET",
    path: "/v1",
    summary: "Name and version; tells whether a key is valid",
    access: "any",
    response: z.object({ name: z.string(), version: z.string(), documentation: z.string() }),
    status: 200,
  }),
  openapi: endpoint({
    method: "GET",
    path: "/v1/openapi.json",
    summary: "This API as an OpenAPI 3.1 document",
    access: "public",
    response: z.record(z.string(), z.unknown()),
    status: 200,
  }),
};
