import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";

const Changed = z
  .object({
    kind: z.string().describe("The noun of its address, such as deliveries or webhooks"),
    ids: z.array(z.string()).describe("Some of what changed"),
    more: z.boolean().describe("More changed than ids names"),
  })
  .meta({ id: "Changed" });
export type Changed = z.output<typeof Changed>;

export const streamApi = {
  read: endpoint({
    method: "GET",
    path: "/v1/stream",
    summary:
      "What changes, as it happens: after the event `ready` nothing is missed, each event `changed` names what to read again",
    access: "deliveries:read",
    produces: ["text/event-stream"],
    response: z.object({ changes: z.array(Changed) }),
    status: 200,
  }),
};
