import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";

const OpenSession = z
  .object({
    id: Id,
    userId: Id,
    email: z.string(),
    current: z.boolean().describe("True for the session of this request"),
    address: present(z.string()).describe("Client address of the sign-in"),
    userAgent: present(z.string()).describe("Browser, as its header user-agent names it"),
    createdAt: Timestamp,
    lastSeenAt: Timestamp.describe("Time of the last request"),
    expiresAt: Timestamp,
  })
  .meta({ id: "OpenSession" });

const SessionList = z.object({ sessions: z.array(OpenSession) }).meta({ id: "SessionList" });

export const sessionsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/sessions",
    summary: "List sessions",
    description:
      "Returns signed-in browsers, most recently seen first: the sessions of the caller, or of everybody for an administrator.",
    access: "any",
    query: z.strictObject({ user: Id.optional().describe("Only sessions of this person") }),
    response: SessionList,
    status: 200,
  }),
  revoke: endpoint({
    method: "DELETE",
    path: "/v1/sessions/{id}",
    summary: "Revoke a session",
    description: "Signs a browser out at once.",
    access: "any",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
