import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";

export const OpenSession = z
  .object({
    id: Id,
    userId: Id,
    email: z.string(),
    current: z.boolean().describe("Whether it is the one that asks"),
    address: present(z.string()).describe("Where it signed in from"),
    userAgent: present(z.string()),
    createdAt: Timestamp,
    lastSeenAt: Timestamp,
    expiresAt: Timestamp,
  })
  .meta({ id: "OpenSession" });

export const sessionsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/sessions",
    summary: "Signed-in browsers: one's own, or everybody's for an administrator; latest first",
    access: "any",
    query: z.strictObject({ user: Id.optional() }),
    response: z.object({ sessions: z.array(OpenSession) }),
    status: 200,
  }),
  revoke: endpoint({
    method: "DELETE",
    path: "/v1/sessions/{id}",
    summary: "Sign a browser out at once",
    access: "any",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
