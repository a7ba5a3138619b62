import { eventNames } from "@/db/enums";
import { eventTypes } from "@/db/event-types";
import { DeliveryBody, deliveryBodies, titleOf } from "@/lib/events/bodies";
import type { Schemas } from "./schemas";
import { receivers } from "./tags";

type Json = Record<string, unknown>;

/** Describes the requests to receivers, by event (OpenAPI 3.1, `webhooks`). */
export function describeWebhooks(schemas: Schemas): Json {
  const described = eventNames.map((event) => [
    event,
    {
      post: {
        operationId: `on${titleOf(event)}`,
        // Otherwise openapi-generator generates calls of these, and its Python clients fail to import.
        "x-internal": true,
        summary: event,
        description: `${eventTypes[event].description} ${duty}`,
        ...delivery(schemas.of(deliveryBodies[event])),
      },
    },
  ]);
  return Object.fromEntries(described);
}

/** Describes the requests as callbacks of creating a webhook, because oapi-codegen drops bodies outside operations. */
export function describeCallbacks(schemas: Schemas): Json {
  const operation = {
    operationId: "onDelivery",
    summary: "A delivery",
    description: `The request for each event that the webhook listens to. ${duty}`,
    ...delivery(schemas.of(DeliveryBody)),
  };
  return { delivery: { "{$request.body#/callbackUrl}": { post: operation } } };
}

const duty =
  "Verify the signature, then answer 2xx within the deadline of the webhook, 15 seconds by default.";

function delivery(schema: Json): Json {
  return {
    tags: [receivers.name],
    security: [],
    parameters: signatureHeaders,
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses,
  };
}

const responses = {
  "2XX": { description: "Delivered. The status alone counts; the body is kept for the log." },
  "410": { description: "Gone: the delivery fails and the webhook is paused." },
  "4XX": {
    description:
      "Failed; sent again by the retry schedule, after a 429 not before Retry-After says.",
  },
  "5XX": {
    description:
      "Failed; sent again by the retry schedule, after a 503 not before Retry-After says.",
  },
};

/** The signature headers of Standard Webhooks 1.0.0. */
const signatureHeaders = [
  {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "The id of the event, the same for every attempt: use it to drop duplicates",
    schema: { type: "string", format: "uuid" },
  },
  {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "Unix seconds of the attempt: refuse what is more than five minutes off",
    schema: { type: "integer", format: "int64" },
  },
  {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "Signatures of `id.timestamp.body`, separated by spaces: v1 is HMAC-SHA256 with the signing secret, v1a is Ed25519. One that fits is enough.",
    schema: { type: "string", examples: ["v1,+5HfdgVcS6gmsO5mf1Yyagkif4uyJLoNozg69phWsMc="] },
  },
];
