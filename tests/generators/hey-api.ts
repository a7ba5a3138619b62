import type { Generator } from "./generator";
import { nodeTool } from "./node-tools";
import { compileAndRun } from "./typescript-client";

const client = `
import { client } from "./generated/client.gen";
import { deliveriesList, eventsPublish, webhooksCreate } from "./generated";

const { POSTBACK_URL, POSTBACK_KEY, CALLBACK_URL } = process.env as Record<string, string>;
client.setConfig({ baseUrl: POSTBACK_URL, auth: POSTBACK_KEY });

const created = await webhooksCreate({
  body: { callbackUrl: CALLBACK_URL, events: ["VIDEO_GENERATION_SUCCESS"] },
  throwOnError: true,
});
const webhook = created.data.id;

const events: string[] = [];
for (const videoId of ["one", "two"]) {
  const published = await eventsPublish({
    body: { event: "VIDEO_GENERATION_SUCCESS", data: { videoId } },
    throwOnError: true,
  });
  events.push(published.data.id);
}

const listed: string[] = [];
let cursor: string | undefined;
do {
  const page = await deliveriesList({
    query: {
      webhook: [webhook],
      status: ["pending", "delivered"],
      event: ["VIDEO_GENERATION_SUCCESS", "VIDEO_GENERATION_FAILED"],
      limit: 1,
      ...(cursor && { cursor }),
    },
    throwOnError: true,
  });
  listed.push(...page.data.deliveries.map(({ eventId }) => eventId));
  cursor = page.data.nextCursor;
} while (cursor);

console.log(JSON.stringify({ webhook, events, listed }));
`;

export const heyApi: Generator = {
  name: "hey-api",
  tool: "node",
  async run(workspace) {
    const flags = ["-i", workspace.document, "-o", "generated", "--no-log-file"];
    await workspace.run(nodeTool("openapi-ts"), flags);
    return compileAndRun(workspace, client);
  },
};
