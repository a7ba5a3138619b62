import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";

const Changed = z.object({
  kind: z.string().describe("The noun of its address, such as deliveries or webhooks"),
  ids: z.array(z.string()).describe("Some of what changed"),
  more: z.boolean().describe("More changed than ids names"),
});
export type Changed = z.output<typeof Changed>;

/** Server-sent events carry text; what it says when read as JSON. */
const json = (content: z.ZodType) =>
  z.string().meta({
    contentMediaType: "application/json",
    contentSchema: z.toJSONSchema(content),
  });

const id = z.string().describe("For Last-Event-ID when the connection breaks");

const StreamEvent = z.union([
  z.object({
    event: z.literal("ready"),
    id,
    data: json(z.object({ missed: z.boolean() })).describe(
      "JSON: with missed, everything is to be read again",
    ),
  }),
  z.object({
    event: z.literal("changed"),
    id,
    data: json(z.object({ changes: z.array(Changed) })).describe(
      "JSON: of each change its kind, some ids, and whether there were more",
    ),
  }),
]);

export const streamApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/stream",
    summary:
      "What changes, as it happens: after the event `ready` nothing is missed, each event `changed` names what to read again",
    access: "deliveries:read",
    produces: ["text/event-stream"],
    response: StreamEvent,
    status: 200,
  }),
};
