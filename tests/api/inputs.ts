import { randomUUID } from "node:crypto";
import { endpoints } from "@/lib/openapi/endpoints";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { api } from "./client";
import { alert, delivery, invitation, savedView, session, user, videoDone, webhook } from "./world";

/** A valid body for each endpoint with a body. A new endpoint without an entry fails below. */
export const bodies: Record<string, object> = {
  "webhooks.create": {
    callbackUrl: "https://receiver.example/hook",
    events: ["VIDEO_GENERATION_SUCCESS"],
  },
  "webhooks.update": { events: ["AVATAR_TRAINING_FAILED"] },
  "secrets.rotate": { overlapSeconds: 3600 },
  "signatureCheck.check": { secret: `whsec_${"MfKQ".repeat(8)}`, headers: {}, body: "" },
  "settings.update": { label: "Studio" },
  "events.publish": videoDone,
  "events.publishBatch": { events: [videoDone] },
  "events.test": {},
  "deliveries.cancelMatching": { filter: { status: ["pending"] } },
  "replays.create": { filter: { status: ["failed"] } },
  "inbox.create": { name: "Trial", next: [503] },
  "inbox.update": { status: 204 },
  // Refused by its text, so that no test accesses the internet.
  "reachability.check": { callbackUrl: "https://10.0.0.1/hook" },
  "alerts.set": { callbackUrl: "https://receiver.example/alerts", kinds: ["webhook.failing"] },
  "apiKeys.issue": { name: "pipeline", scopes: ["events:write"] },
  "apiKeys.rotate": { overlapSeconds: 3600 },
  "accounts.create": { name: "Studio" },
  "accounts.rename": { name: "Studio" },
  "accountLimits.update": { eventsPerSecond: 100 },
  "accountSecrets.rotate": { overlapSeconds: 3600 },
  "signInLinks.create": { email: "a@example.com" },
  "signInLinks.preview": { token: "wrong" },
  "signInLinks.use": { token: "wrong" },
  "session.signIn": { email: "nobody@example.com", password: "wrong" },
  "session.prove": { password: "wrong" },
  "session.changePassword": { currentPassword: "wrong", newPassword: "long enough to pass" },
  "users.create": { email: "a@example.com", role: "viewer", password: "long enough to pass" },
  "users.update": { role: "viewer" },
  "invitations.create": { email: "a@example.com" },
  "invitations.preview": { token: "wrong" },
  "invitations.accept": { token: "wrong", password: "long enough to pass" },
  "views.save": { name: "Failures", query: "status=failed" },
  "session.setup": { token: "wrong", email: "a@example.com", password: "long enough to pass" },
};

/** Creates the resource that `{id}` of a path refers to, in the given account. */
export const things: Record<string, (key: string) => Promise<{ id: string }>> = {
  webhooks: webhook,
  deliveries: delivery,
  events: async (key) => ({ id: (await delivery(key)).eventId }),
  accounts: async (key) => (await api("GET /v1/accounts", { key })).body.accounts[0],
  users: user,
  sessions: session,
  invitations: invitation,
  views: savedView,
  alerts: alert,
  replays: async (key) =>
    (await api("POST /v1/replays", { key, body: bodies["replays.create"] })).body,
  inbox: async (key) =>
    (await api("POST /v1/inbox/bins", { key, body: bodies["inbox.create"] })).body,
  "api-keys": async (key) =>
    (await api("POST /v1/api-keys", { key, body: bodies["apiKeys.issue"] })).body,
};

export const noun = ({ path }: Endpoint) => path.split("/")[2] ?? "";
export const line = ({ method, path }: Endpoint, id: string = randomUUID()) =>
  `${method} ${path.replace("{id}", id).replace("{number}", "1")}`;
/** All endpoints by name. */
export const every = endpoints.map(([name, endpoint]) => ({ name, endpoint }));
export const guarded = every.filter(({ endpoint }) => endpoint.access !== "public");
