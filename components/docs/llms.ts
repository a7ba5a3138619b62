import { causeWords } from "@/components/deliveries/causes";
import { causes } from "@/db/enums";
import { curlOf } from "./curl";
import type { Operation, Resolve } from "./document";
import type { Group } from "./groups";

type Reference = { groups: Group[]; resolve: Resolve; origin: string };

const guides = [
  ["Quick start", "/docs", "from a key to the first delivery"],
  ["Verify signatures", "/docs/verify", "Standard Webhooks, in Node, Python, Go, Ruby and PHP"],
  ["Retry schedule", "/docs/retries", "what counts as delivered, and when it is tried again"],
  ["Error causes", "/docs/causes", "why an attempt failed and what to do"],
  ["Event types", "/docs/events", "the four events and what their data holds"],
  ["Errors and limits", "/docs/limits", "error codes, limits, idempotency, paging"],
];

/** The documentation for language models (llmstxt.org): what there is, and every operation as it is called. */
export function llmsText({ groups, resolve, origin }: Reference): string {
  const lines = [
    "# Postback",
    "",
    "> Webhooks for a video service: publish an event once, and it is delivered, signed, to everybody who listens.",
    "",
    `The API speaks JSON at ${origin}/v1. Every call bears a key in the header x-api-key. The whole of it as`,
    `OpenAPI 3.1: ${origin}/openapi.json`,
    "",
    "## Guides",
    "",
    ...guides.map(([title, path, about]) => `- [${title}](${origin}${path}): ${about}`),
    "",
    "## Causes of failed attempts",
    "",
    ...causes.map((cause) => `- ${cause}: ${causeWords[cause].what} ${causeWords[cause].hint}`),
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
  const { method, path, summary, scope } = operation;
  return [
    "",
    `### ${method} ${path}`,
    "",
    `${summary}.${scope ? ` Needs the scope ${scope}.` : ""}`,
    "",
    "```sh",
    curlOf(operation, origin, resolve),
    "```",
  ];
}
