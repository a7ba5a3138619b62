import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";

/** Streams open at once, per key or person and per account. */
export const streamLimits = { caller: 16, account: 32 };

const Changed = z.object({
  kind: z.string().describe("First segment of the path, such as deliveries or webhooks"),
  ids: z.array(z.string()).describe("Ids of some changed objects"),
  more: z.boolean().describe("More objects changed than ids lists"),
});
export type Changed = z.output<typeof Changed>;

const id = z.string().describe("Send it as Last-Event-ID when you reconnect");
const kind = "Kind of message, in the field event";
const json = z.string().meta({ contentMediaType: "application/json" });

const StreamReady = z
  .object({
    event: z.literal("ready").describe(kind),
    id,
    data: json.describe('JSON such as {"missed": false}; with true, read everything again'),
  })
  .meta({ id: "StreamReady" });

const StreamChanged = z
  .object({
    event: z.literal("changed").describe(kind),
    id,
    data: json.describe(
      'JSON such as {"changes": [{"kind": "deliveries", "ids": ["…"], "more": false}]}: the kind of the resource, the ids of some that changed, and whether more changed',
    ),
  })
  .meta({ id: "StreamChanged" });

const StreamBeat = z
  .object({
    event: z.literal("beat").describe(kind),
    data: json.describe(
      'JSON such as {"current": true}: the database answered, and all earlier changes were sent; with false it does not answer',
    ),
  })
  .meta({ id: "StreamBeat" });

const StreamEvent = z
  .discriminatedUnion("event", [StreamReady, StreamChanged, StreamBeat])
  .meta({ id: "StreamEvent" });

export const streamApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/stream",
    summary: "Stream changes",
    description:
      "Sends server-sent events for as long as the connection is open. With the id of your last event it begins with the changes since then. After the event ready no change is missed; each event changed lists the resources to read again. The event beat follows every second; without it for longer, what you have read may be stale.",
    access: "deliveries:read",
    query: z.object({
      lastEventId: z
        .string()
        .max(100)
        .optional()
        .describe("Id of the last event received, for clients that cannot send Last-Event-ID"),
    }),
    produces: ["text/event-stream"],
    response: StreamEvent,
    status: 200,
  }),
};
