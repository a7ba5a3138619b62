import * as account from "@/app/v1/accounts/[id]/route";
import * as rotateAccountSecret from "@/app/v1/accounts/[id]/secret/rotate/route";
import * as accountSecret from "@/app/v1/accounts/[id]/secret/route";
import * as accounts from "@/app/v1/accounts/route";
import * as alerts from "@/app/v1/alerts/route";
import * as alertSecret from "@/app/v1/alerts/secret/route";
import * as testAlert from "@/app/v1/alerts/test/route";
import * as rotateApiKey from "@/app/v1/api-keys/[id]/rotate/route";
import * as apiKey from "@/app/v1/api-keys/[id]/route";
import * as apiKeys from "@/app/v1/api-keys/route";
import * as audit from "@/app/v1/audit/route";
import * as attempt from "@/app/v1/deliveries/[id]/attempts/[number]/route";
import * as cancel from "@/app/v1/deliveries/[id]/cancel/route";
import * as resend from "@/app/v1/deliveries/[id]/resend/route";
import * as delivery from "@/app/v1/deliveries/[id]/route";
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
import * as openapi from "@/app/v1/openapi.json/route";
import * as operationalEvents from "@/app/v1/operational-events/route";
import * as reachabilityCheck from "@/app/v1/reachability-check/route";
import * as cancelReplay from "@/app/v1/replays/[id]/cancel/route";
import * as replay from "@/app/v1/replays/[id]/route";
import * as replays from "@/app/v1/replays/route";
import * as root from "@/app/v1/route";
import * as sampleData from "@/app/v1/sample-data/route";
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
import * as webhookHealth from "@/app/v1/webhook-health/route";
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

/** Path pattern → the very module that `app/v1` exports at that place. */
export const routes: Record<string, Methods> = {
  "/v1": root,
  "/v1/accounts": accounts,
  "/v1/accounts/[id]": account,
  "/v1/accounts/[id]/secret": accountSecret,
  "/v1/accounts/[id]/secret/rotate": rotateAccountSecret,
  "/v1/alerts": alerts,
  "/v1/alerts/secret": alertSecret,
  "/v1/alerts/test": testAlert,
  "/v1/api-keys": apiKeys,
  "/v1/api-keys/[id]": apiKey,
  "/v1/api-keys/[id]/rotate": rotateApiKey,
  "/v1/audit": audit,
  "/v1/deliveries": deliveries,
  "/v1/deliveries/count": countDeliveries,
  "/v1/deliveries/export": exportDeliveries,
  "/v1/deliveries/[id]": delivery,
  "/v1/deliveries/[id]/attempts/[number]": attempt,
  "/v1/deliveries/[id]/cancel": cancel,
  "/v1/deliveries/[id]/resend": resend,
  "/v1/event-types": eventTypes,
  "/v1/event-types/activity": eventActivity,
  "/v1/events": events,
  "/v1/events/batch": eventBatch,
  "/v1/events/[id]": event,
  "/v1/inbox/bins": inboxBins,
  "/v1/inbox/bins/[id]": inboxBin,
  "/v1/inbox/bins/[id]/requests": inboxRequests,
  "/v1/inbox/bins/[id]/requests/[number]": inboxRequest,
  "/v1/openapi.json": openapi,
  "/v1/operational-events": operationalEvents,
  "/v1/reachability-check": reachabilityCheck,
  "/v1/replays": replays,
  "/v1/replays/[id]": replay,
  "/v1/replays/[id]/cancel": cancelReplay,
  "/v1/sample-data": sampleData,
  "/v1/session": session,
  "/v1/session/password": password,
  "/v1/session/proof": sessionProof,
  "/v1/sessions": openSessions,
  "/v1/sessions/[id]": openSession,
  "/v1/setup": setup,
  "/v1/signature-check": signatureCheck,
  "/v1/stream": stream,
  "/v1/system": system,
  "/v1/stats": stats,
  "/v1/users": users,
  "/v1/users/[id]": user,
  "/v1/views": views,
  "/v1/views/[id]": view,
  "/v1/webhook-health": webhookHealth,
  "/v1/webhook-settings": webhookSettings,
  "/v1/webhooks": webhooks,
  "/v1/webhooks/[id]": webhook,
  "/v1/webhooks/[id]/health": health,
  "/v1/webhooks/[id]/secret": secret,
  "/v1/webhooks/[id]/secret/previous": previousSecret,
  "/v1/webhooks/[id]/secret/rotate": rotateSecret,
  "/v1/webhooks/[id]/secrets": secrets,
  "/v1/webhooks/[id]/settings": settings,
  "/v1/webhooks/[id]/signing-key": signingKey,
  "/v1/webhooks/[id]/test": test,
};
