import * as accountLimits from "@/app/v1/accounts/[id]/limits/route";
import * as account from "@/app/v1/accounts/[id]/route";
import * as rotateAccountSecret from "@/app/v1/accounts/[id]/secret/rotate/route";
import * as accountSecret from "@/app/v1/accounts/[id]/secret/route";
import * as signInLinks from "@/app/v1/accounts/[id]/sign-in-links/route";
import * as accounts from "@/app/v1/accounts/route";
import * as alert from "@/app/v1/alerts/[id]/route";
import * as alerts from "@/app/v1/alerts/route";
import * as alertSecret from "@/app/v1/alerts/secret/route";
import * as testAlert from "@/app/v1/alerts/test/route";
import * as restoreApiKey from "@/app/v1/api-keys/[id]/restore/route";
import * as rotateApiKey from "@/app/v1/api-keys/[id]/rotate/route";
import * as apiKey from "@/app/v1/api-keys/[id]/route";
import * as apiKeys from "@/app/v1/api-keys/route";
import * as audit from "@/app/v1/audit/route";
import * as attempt from "@/app/v1/deliveries/[id]/attempts/[number]/route";
import * as cancel from "@/app/v1/deliveries/[id]/cancel/route";
import * as resend from "@/app/v1/deliveries/[id]/resend/route";
import * as delivery from "@/app/v1/deliveries/[id]/route";
import * as cancelDeliveries from "@/app/v1/deliveries/cancel/route";
import * as countDeliveries from "@/app/v1/deliveries/count/route";
import * as exportDeliveries from "@/app/v1/deliveries/export/route";
import * as deliveries from "@/app/v1/deliveries/route";
import * as eventActivity from "@/app/v1/event-types/activity/route";
import * as eventTypes from "@/app/v1/event-types/route";
import * as event from "@/app/v1/events/[id]/route";
import * as eventBatch from "@/app/v1/events/batch/route";
import * as events from "@/app/v1/events/route";
import * as inboxRequest from "@/app/v1/inbox/bins/[id]/requests/[number]/route";
import * as inboxRequests from "@/app/v1/inbox/bins/[id]/requests/route";
import * as inboxBin from "@/app/v1/inbox/bins/[id]/route";
import * as inboxBins from "@/app/v1/inbox/bins/route";
import * as renewInvitation from "@/app/v1/invitations/[id]/renew/route";
import * as invitation from "@/app/v1/invitations/[id]/route";
import * as acceptInvitation from "@/app/v1/invitations/accept/route";
import * as previewInvitation from "@/app/v1/invitations/preview/route";
import * as invitations from "@/app/v1/invitations/route";
import * as openapi from "@/app/v1/openapi.json/route";
import * as operationalEvents from "@/app/v1/operational-events/route";
import * as reachabilityCheck from "@/app/v1/reachability-check/route";
import * as cancelReplay from "@/app/v1/replays/[id]/cancel/route";
import * as replay from "@/app/v1/replays/[id]/route";
import * as replays from "@/app/v1/replays/route";
import * as root from "@/app/v1/route";
import * as sampleData from "@/app/v1/sample-data/route";
import * as previewSessionLink from "@/app/v1/session/link/preview/route";
import * as sessionLink from "@/app/v1/session/link/route";
import * as password from "@/app/v1/session/password/route";
import * as sessionProof from "@/app/v1/session/proof/route";
import * as session from "@/app/v1/session/route";
import * as openSession from "@/app/v1/sessions/[id]/route";
import * as openSessions from "@/app/v1/sessions/route";
import * as setup from "@/app/v1/setup/route";
import * as signatureCheck from "@/app/v1/signature-check/route";
import * as stats from "@/app/v1/stats/route";
import * as stream from "@/app/v1/stream/route";
import * as system from "@/app/v1/system/route";
import * as user from "@/app/v1/users/[id]/route";
import * as users from "@/app/v1/users/route";
import * as view from "@/app/v1/views/[id]/route";
import * as views from "@/app/v1/views/route";
import * as webhookHealthCounts from "@/app/v1/webhook-health/counts/route";
import * as webhookHealth from "@/app/v1/webhook-health/route";
import * as webhookSearch from "@/app/v1/webhook-search/route";
import * as webhookSettings from "@/app/v1/webhook-settings/route";
import * as health from "@/app/v1/webhooks/[id]/health/route";
import * as webhook from "@/app/v1/webhooks/[id]/route";
import * as previousSecret from "@/app/v1/webhooks/[id]/secret/previous/route";
import * as rotateSecret from "@/app/v1/webhooks/[id]/secret/rotate/route";
import * as secret from "@/app/v1/webhooks/[id]/secret/route";
import * as secrets from "@/app/v1/webhooks/[id]/secrets/route";
import * as settings from "@/app/v1/webhooks/[id]/settings/route";
import * as signingKey from "@/app/v1/webhooks/[id]/signing-key/route";
import * as test from "@/app/v1/webhooks/[id]/test/route";
import * as webhooks from "@/app/v1/webhooks/route";
import type { Methods } from "@/lib/http/methods";

/** Every route module of `app/v1`. Each path comes from the endpoints that the module serves. */
export const routeModules: Methods[] = [
  account,
  accountLimits,
  rotateAccountSecret,
  signInLinks,
  accountSecret,
  accounts,
  alert,
  alerts,
  alertSecret,
  testAlert,
  restoreApiKey,
  rotateApiKey,
  apiKey,
  apiKeys,
  audit,
  attempt,
  cancel,
  resend,
  delivery,
  countDeliveries,
  exportDeliveries,
  deliveries,
  cancelDeliveries,
  eventActivity,
  eventTypes,
  event,
  eventBatch,
  events,
  inboxRequest,
  inboxRequests,
  inboxBin,
  inboxBins,
  renewInvitation,
  invitation,
  acceptInvitation,
  previewInvitation,
  invitations,
  openapi,
  operationalEvents,
  reachabilityCheck,
  cancelReplay,
  replay,
  replays,
  root,
  sampleData,
  previewSessionLink,
  sessionLink,
  password,
  sessionProof,
  session,
  openSession,
  openSessions,
  setup,
  signatureCheck,
  stats,
  stream,
  system,
  user,
  users,
  view,
  views,
  webhookHealth,
  webhookHealthCounts,
  webhookSearch,
  webhookSettings,
  health,
  webhook,
  previousSecret,
  rotateSecret,
  secret,
  secrets,
  settings,
  signingKey,
  test,
  webhooks,
];
