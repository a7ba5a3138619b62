import { service } from "@/lib/version";
import { endpoints } from "./endpoints";
import { describeOperation } from "./operation";
import { responseHeaders } from "./response-headers";
import { Schemas } from "./schemas";
import { tags } from "./tags";
import { describeWebhooks } from "./webhooks";

type Json = Record<string, unknown>;

let document: Json | undefined;

/** Returns the API as OpenAPI 3.1, folded from the endpoints. `url` is where the installation is reached. */
export function openApiDocument(url = "/"): Json {
  document ??= fold();
  return { ...document, servers: [{ url, description: "This installation" }] };
}

function fold(): Json {
  const schemas = new Schemas();
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of endpoints) {
    const operation = describeOperation(name, endpoint, schemas);
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation };
  }
  const webhooks = describeWebhooks(schemas);
  return {
    openapi: "3.1.0",
    info,
    servers: [],
    security: [{ apiKey: [] }, { session: [] }],
    tags: tags.map(({ name, title, description }) => ({
      name,
      "x-displayName": title,
      description,
    })),
    paths,
    webhooks,
    components: {
      schemas: schemas.all(),
      headers: responseHeaders,
      securitySchemes,
    },
  };
}

const info = {
  title: service.name,
  version: service.version,
  summary: "Webhooks for a video service",
  description:
    "Publish an event once; Postback delivers it, signed and with retries, to every subscribed webhook. Requests and responses are JSON. Every call needs an API key in the header `x-api-key`, or the session of a signed-in person. Requests that are not valid HTTP are answered before they reach an operation, in the same form: 40000, 40800 (the request did not arrive in time) or 43100 (its headers are too large). Guides: /docs.",
};

const securitySchemes = {
  apiKey: {
    type: "apiKey",
    in: "header",
    name: "x-api-key",
    description: "An API key. Each operation names the scope that the key needs.",
  },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "postback_session",
    description: "The session cookie of the dashboard. Writes need the header Origin as well.",
  },
};
