import { accountLimitsApi } from "@/lib/account-limits/contract";
import { accountSecretsApi } from "@/lib/account-secrets/contract";
import { accountsApi } from "@/lib/accounts/contract";
import { alertsApi } from "@/lib/alerts/contract";
import { apiKeysApi } from "@/lib/api-keys/contract";
import { auditApi } from "@/lib/audit/contract";
import { deliveriesApi } from "@/lib/deliveries/contract";
import { eventsApi } from "@/lib/events/contract";
import { healthApi } from "@/lib/health/contract";
import { inboxApi } from "@/lib/inbox/contract";
import { invitationsApi } from "@/lib/invitations/contract";
import { operationalEventsApi } from "@/lib/operational-events/contract";
import type { Endpoint } from "@/lib/protocol/endpoint";
import { reachabilityApi } from "@/lib/reachability/contract";
import { replaysApi } from "@/lib/replays/contract";
import { sampleApi } from "@/lib/sample/contract";
import { secretsApi } from "@/lib/secrets/contract";
import { serviceApi } from "@/lib/service/contract";
import { sessionApi } from "@/lib/session/contract";
import { sessionsApi } from "@/lib/sessions/contract";
import { settingsApi } from "@/lib/settings/contract";
import { signInLinksApi } from "@/lib/sign-in-links/contract";
import { signatureCheckApi } from "@/lib/signature-check/contract";
import { signingKeysApi } from "@/lib/signing-keys/contract";
import { statsApi } from "@/lib/stats/contract";
import { streamApi } from "@/lib/stream/contract";
import { systemApi } from "@/lib/system/contract";
import { usersApi } from "@/lib/users/contract";
import { viewsApi } from "@/lib/views/contract";
import { webhookSearchApi } from "@/lib/webhook-search/contract";
import { webhooksApi } from "@/lib/webhooks/contract";

const slices: Record<string, Record<string, Endpoint>> = {
  root: serviceApi,
  webhooks: webhooksApi,
  webhookSearch: webhookSearchApi,
  settings: settingsApi,
  health: healthApi,
  stats: statsApi,
  secrets: secretsApi,
  signingKeys: signingKeysApi,
  signatureCheck: signatureCheckApi,
  events: eventsApi,
  deliveries: deliveriesApi,
  replays: replaysApi,
  inbox: inboxApi,
  reachability: reachabilityApi,
  operationalEvents: operationalEventsApi,
  alerts: alertsApi,
  apiKeys: apiKeysApi,
  accounts: accountsApi,
  accountLimits: accountLimitsApi,
  accountSecrets: accountSecretsApi,
  signInLinks: signInLinksApi,
  session: sessionApi,
  sessions: sessionsApi,
  users: usersApi,
  invitations: invitationsApi,
  views: viewsApi,
  audit: auditApi,
  system: systemApi,
  stream: streamApi,
  sample: sampleApi,
};

/** Every operation of the API under its name, such as `webhooks.create`. */
export const endpoints: [name: string, endpoint: Endpoint][] = Object.entries(slices).flatMap(
  ([slice, operations]) =>
    Object.entries(operations).map(([verb, one]): [string, Endpoint] => [`${slice}.${verb}`, one]),
);
