import { causeMeanings } from "@/components/deliveries/cause-meanings";
import { causeRemedies } from "@/components/deliveries/cause-remedies";
import { verifyInNode } from "@/components/snippets/verify-in-node";
import { causes } from "@/db/enums";
import { allProblems } from "@/lib/protocol/transport-problems";
import { curlOf } from "./curl";
import type { Operation, Resolve, Schema } from "./document";
import { exampleOf } from "./example";
import { rowsOfParameters, rowsOfSchema } from "./fields";
import type { Group } from "./groups";
import { limitsOf, typeOf, wordsOf } from "./type-words";

type Facts = {
  groups: Group[];
  resolve: Resolve;
  origin: string;
  /** One line for each attempt of the schedule. */
  schedule: string[];
  /** Sample bodies of deliveries. */
  bodies: object[];
};

const guides = [
  ["Quick start", "/docs", "from a key to the first delivery"],
  ["Publish without losing events", "/docs/publishing", "what each answer to a publisher means"],
  ["Verify signatures", "/docs/verify", "Standard Webhooks, in Node, Python, Go, Ruby and PHP"],
  ["Retry schedule", "/docs/retries", "what counts as delivered, and when it is sent again"],
  ["Error causes", "/docs/causes", "why an attempt failed and what to do"],
  ["Event types", "/docs/events", "the event types and the members of their data"],
  ["Errors and limits", "/docs/limits", "error codes, limits, idempotency, paging"],
];

/** Returns the documentation for language models (llmstxt.org): the guides in short, then every operation. */
export function llmsText(facts: Facts): string {
  const { groups, resolve, origin, schedule, bodies } = facts;
  const lines = [
    "# Postback",
    "",
    "> Webhooks for a video service: publish an event once; Postback delivers it, signed and with retries, to every subscribed webhook.",
    "",
    `The API speaks JSON at ${origin}/v1. Send an API key in the header x-api-key. OpenAPI 3.1: ${origin}/openapi.json`,
    "",
    "## Guides",
    "",
    ...guides.map(([title, path, about]) => `- [${title}](${origin}${path}): ${about}`),
    "",
    "## What a receiver gets",
    "",
    "One POST to the callbackUrl of the webhook, with content-type application/json. The body has two members: event and data. data arrives byte for byte as it was published. Bodies by event:",
    "",
    ...bodies.flatMap((body) => fenced("json", JSON.stringify(body))),
    "Answer any 2xx within the deadline of the webhook (15 seconds by default): the status alone counts. Do the work after the answer.",
    "",
    "## Signing",
    "",
    "Deliveries are signed as Standard Webhooks 1.0.0. Headers: webhook-id (id of the event, the same for every attempt: use it to drop duplicates), webhook-timestamp (Unix seconds of the attempt: refuse more than five minutes off), webhook-signature (signatures separated by spaces; one that fits is enough).",
    "",
    "v1 is HMAC-SHA256 in base64 over `{webhook-id}.{webhook-timestamp}.{raw body}`. The key is the part of the secret after whsec_, decoded from base64. Verify the raw body, before any JSON parsing. In Node:",
    "",
    ...fenced("js", verifyInNode.trim()),
    "## Retries",
    "",
    ...schedule.map((line) => `- ${line}`),
    "",
    "Every status but 2xx is a failed attempt; redirects are not followed. Retry-After of a 429 or 503 delays the next attempt, by a day at most. 410 ends the delivery and pauses the webhook. Order is not promised, and a delivery may arrive twice.",
    "",
    "## Errors of the API",
    "",
    "Every error has the body {code, message, issues?}. The first three digits of code are the HTTP status; issues names each member that is wrong. 429 and 503 carry Retry-After.",
    "",
    ...Object.entries(allProblems).map(([code, meaning]) => `- ${code}: ${meaning}`),
    "",
    "Send Idempotency-Key (up to 255 printable ASCII characters) with a POST to repeat it safely: within 24 hours the same key and request get the first answer.",
    "",
    "## Paging",
    "",
    "A list with nextCursor has more: send it as cursor. GET /v1/webhooks, /v1/webhook-health and /v1/webhook-settings return a bare array and name their next page in the Link header. GET /v1/accounts and /v1/api-keys return all rows without limit. GET /v1/webhook-search has no next page: total counts all matches.",
    "",
    "## Causes of failed attempts",
    "",
    ...causes.map((cause) => `- ${cause}: ${causeMeanings[cause]} ${causeRemedies[cause]}`),
    ...groups.flatMap((group) => [
      "",
      `## ${group.title}`,
      "",
      group.lead,
      ...group.operations.flatMap((operation) => described(operation, resolve, origin)),
    ]),
    "",
  ];
  return lines.join("\n");
}

function described(operation: Operation, resolve: Resolve, origin: string): string[] {
  const { method, path, description, parameters, body, response, status, mediaType } = operation;
  const statuses = operation.errors.map((error) => error.status).join(", ");
  return [
    "",
    `### ${method} ${path}`,
    "",
    description,
    "",
    ...fenced("sh", curlOf(operation, origin, resolve)),
    ...listed("Parameters", rowsOfParameters(parameters), resolve),
    ...listed("Body", body ? rowsOfSchema(body, resolve) : [], resolve),
    ...answered(response, status, mediaType, resolve),
    `Errors: ${statuses}.`,
  ];
}

function listed(title: string, rows: ReturnType<typeof rowsOfSchema>, resolve: Resolve): string[] {
  if (rows.length === 0) return [];
  const items = rows.map(({ name, schema, required, description }) => {
    const words = wordsOf(schema, resolve).join(" | ");
    const facts = [typeOf(schema, resolve), words, ...limitsOf(schema, resolve)].filter(Boolean);
    const meaning = description ? ` – ${description}` : "";
    return `- ${name} (${facts.join("; ")}${required ? "; required" : ""})${meaning}`;
  });
  return [`${title}:`, "", ...items, ""];
}

function answered(
  response: Schema | null,
  status: string,
  mediaType: string,
  resolve: Resolve,
): string[] {
  if (!response) return [`Responds ${status} without a body.`, ""];
  if (mediaType !== "application/json") return [`Responds ${status} with ${mediaType}.`, ""];
  const sample = JSON.stringify(exampleOf(response, resolve));
  return [`Responds ${status}:`, "", ...fenced("json", sample)];
}

function fenced(language: string, text: string): string[] {
  return [`\`\`\`${language}`, text, "```", ""];
}
