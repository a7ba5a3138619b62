import type { Generator } from "./generator";
import { nodeTool } from "./node-tools";
import { compileAndRun } from "./typescript-client";

const client = `
import createClient from "openapi-fetch";
import type { paths } from "./schema";

const { POSTBACK_URL, POSTBACK_KEY, CALLBACK_URL } = process.env as Record<string, string>;
const { GET, POST } = createClient<paths>({
  baseUrl: POSTBACK_URL,
  headers: { "x-api-key": POSTBACK_KEY },
});

const created = await POST("/v1/webhooks", {
  body: { callbackUrl: CALLBACK_URL, events: ["VIDEO_GENERATION_SUCCESS"] },
});
if (created.error) throw new Error(created.error.message);
const webhook = created.data.id;

const events: string[] = [];
for (const videoId of ["one", "two"]) {
  const published = await POST("/v1/events", {
    body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } },
  });
  if (published.error) throw new Error(published.error.message);
  events.push(published.data.id);
}

const listed: string[] = [];
let cursor: string | undefined;
do {
  const page = await GET("/v1/deliveries", {
    params: {
      query: {
        webhook: [webhook],
        status: ["pending", "delivered"],
        event: ["VIDEO_GENERATION_SUCCESS", "VIDEO_GENERATION_FAILED"],
        limit: 1,
        ...(cursor && { cursor }),
      },
    },
  });
  if (page.error) throw new Error(page.error.message);
  listed.push(...page.data.deliveries.map(({ eventId }) => eventId));
  cursor = page.data.nextCursor;
} while (cursor);

console.log(JSON.stringify({ webhook, events, listed }));
`;

export const openapiTypescript: Generator = {
  name: "openapi-typescript with openapi-fetch",
  tool: "node",
  async run(workspace) {
    await workspace.run(nodeTool("openapi-typescript"), [workspace.document, "-o", "schema.d.ts"]);
    return compileAndRun(workspace, client);
  },
};
