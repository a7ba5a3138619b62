import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { operationFiles, unownedIn } from "./ownership/statements";

const found = operationFiles(
  readdirSync("lib")
    .map((noun) => `lib/${noun}/operations.ts`)
    .filter((file) => existsSync(file)),
);

const after = "called once the row it belongs to was found as the caller's, in the same operation";
const engine = "the engine's: operations find a row as the caller's before they hand its id on";
const job = "a step of a job that holds its account, under which every delivery is looked for";
const sample =
  "the sample account, which only callers with access to all accounts may add and remove";
const person = "the user's own rows, or callers with access to all accounts";

/** Statements that name a row by its id alone, with the reason why no other account is affected. */
const reasons: Record<string, string> = {
  "lib/accounts/account-for.ts lockAccount": "the account of the caller or of a row that was found",
  "lib/accounts/account-for.ts existing": "reached only by callers with access to all accounts",
  "lib/accounts/operations.ts matches": "joined to the owner by listAccounts",
  "lib/alerts/operations.ts readAlert": "for callers with access to all accounts",
  "lib/audit/target-name.ts currentName": "found as the caller's by the operation that is audited",
  "lib/audit/target-name.ts webhookName": "found as the caller's by the operation that is audited",
  "lib/audit/operations.ts by": "joined to the owner by listAudit",
  "lib/deliveries/operations.ts readDelivery":
    "attempts have no owner; not shown without their delivery",
  "lib/deliveries/search-filter.ts bySubject": "joined to the owner by searchFilter",
  "lib/deliveries/search-filter.ts byUrl": "joined to the owner by searchFilter",
  "lib/events/assert-targets-owned.ts assertTargetsOwned":
    "restricted to the accounts of the events",
  "lib/events/operations.ts matchesId": "joined to the owner by listEvents",
  "lib/health/measured.ts waiting": "joined to the owner in the same statement",
  "lib/stats/incidents.ts incidentsOf": "joined to the owner in the same statement",
  "lib/stats/waiting.ts waitingOf": "joined to the owner in the same statement",
  "lib/invitations/operations.ts previewInvitation": "the account of the invitation of the token",
  "lib/invitations/operations.ts holdIssuer": "the caller's own row",
  "lib/session/browser-session.ts withPasswordless": "the signed-in user",
  "lib/session/browser-session.ts endUnused": "the signed-in user",
  "lib/sign-in-links/operations.ts signInByLink": "the user of the link of the token",
  "lib/sign-in-links/operations.ts changeRole": after,
  "lib/inbox/operations.ts clearBin": after,
  "lib/queue/cancel.ts cancel": engine,
  "lib/queue/cancel.ts cancelAll": engine,
  "lib/queue/resend.ts reopen": engine,
  "lib/queue/resend.ts isLeased": engine,
  "lib/queue/resend.ts enqueueResend": engine,
  "lib/queue/resume.ts resume": engine,
  "lib/queue/resume.ts resumeNext": engine,
  "lib/queue/resume.ts hasParked": engine,
  "lib/queue/replay.ts queueTurn": job,
  "lib/queue/replay.ts queueNext": job,
  "lib/queue/replay.ts probed": job,
  "lib/queue/replay.ts takeBack": job,
  "lib/replays/advance.ts step": job,
  "lib/replays/failure.ts recordFailure": job,
  "lib/replays/collect.ts collect": job,
  "lib/replays/collect.ts collectIds": job,
  "lib/replays/operations.ts count": "joined to the owner by searchFilter",
  "lib/replays/tally.ts tally": job,
  "lib/sample/clear.ts findAccount": sample,
  "lib/sample/clear.ts clear": sample,
  "lib/sample/write-webhooks.ts writeSecrets": sample,
  "lib/secrets/operations.ts shared": after,
  "lib/session/operations.ts changePassword": person,
  "lib/session/operations.ts lockUser": person,
  "lib/session/proven.ts assertProvenOrCreator":
    "the caller's own entry, about a webhook that was found to be theirs",
  "lib/sessions/operations.ts visibleSessions": person,
  "lib/sessions/operations.ts listSessions": person,
  "lib/sessions/operations.ts revokeSession": person,
  "lib/settings/operations.ts replaceHeaders": after,
  "lib/settings/overview.ts overviewsOf": "of the overviews of the caller's webhooks only",
  "lib/secrets/valid-secrets.ts validSecrets": after,
  "lib/signing-keys/operations.ts asymmetric": after,
  "lib/queue/is-retrying.ts isUnfinished": "joined to the owner in the same statement",
  "lib/queue/tallies.ts isResent": "joined to the owner in the same statement",
  "lib/system/queue-facts.ts claimLatency": "for callers with access to all accounts",
  "lib/tallies/counted.ts inChoice": "joined to the owner in the same condition",
  "lib/users/operations.ts updateUser": after,
  "lib/users/operations.ts visibleUsers": person,
  "lib/views/operations.ts listViews": person,
  "lib/views/operations.ts saveView": person,
  "lib/views/operations.ts readView": person,
  "lib/views/operations.ts removeView": person,
  "lib/invitations/operations.ts acceptInvitation": "found by its token",
  "lib/invitations/operations.ts visibleInvitations": person,
  "lib/queue/replay.ts skipDelivered": "joined to the owner in the same statement",
  "lib/webhooks/operations.ts resetReceiverState": "of those that a condition with the owner found",
};

describe("no statement finds a row by its id alone", () => {
  test("in no operation, nor in what it imports", () => {
    const places = found.flatMap((file) => unownedIn(file));
    const unexplained = places.filter(({ file, within }) => !reasons[`${file} ${within}`]);
    expect(unexplained, "add the owner beside the id, or a reason here").toEqual([]);
    const excused = new Set(places.map(({ file, within }) => `${file} ${within}`));
    expect(Object.keys(reasons).filter((place) => !excused.has(place))).toEqual([]);
  });

  test("all of them are looked at", () => {
    expect(found).toEqual(
      expect.arrayContaining(["lib/webhooks/operations.ts", "lib/queue/resend.ts"]),
    );
    expect(found.length).toBeGreaterThan(60);
  });
});

const head = `import { events, webhooks } from "@/db/schema/webhooks";\n`;
describe("the look at them", () => {
  test.each([
    [
      "a look-up",
      "function read(ctx, id) { return db.select().from(webhooks).where(eq(webhooks.id, id)); }",
    ],
    [
      "a list of ids",
      "function read(ctx, ids) { return db.where(and(inArray(webhooks.id, ids), open)); }",
    ],
    ["a list as one parameter", "function read(ctx, ids) { return anyOf(webhooks.id, ids); }"],
    ["the row of a row", "function read(ctx, id) { return db.where(eq(secrets.webhookId, id)); }"],
    [
      "a condition of another name",
      "function ownWebhook(ctx, id) { return and(eq(webhooks.id, id), subscribed); }",
    ],
    [
      "an owner elsewhere",
      "function read(ctx, id) { owned(ctx, webhooks.accountId); return eq(webhooks.id, id); }",
    ],
    ["SQL", `function read(id) { return sql\`delete from x where webhook_id = \${id}::uuid\`; }`],
    [
      "a list in SQL",
      `function read(ids) { return sql\`select from x where id = any(\${ids})\`; }`,
    ],
  ])("sees %s", (_, source) => {
    expect(unownedIn("lib/x.ts", head + source)).toHaveLength(1);
  });

  test.each([
    [
      "its owner beside it",
      "const ownWebhook = (ctx, id) => and(eq(webhooks.id, id), owned(ctx, webhooks.accountId));",
    ],
    [
      "a condition with the owner",
      "function ownWebhook(ctx, id) { return and(eq(webhooks.id, id), owned(ctx, webhooks.accountId)); }\nfunction read(ctx, id, event) { return and(ownWebhook(ctx, id), eq(events.id, event)); }",
    ],
    ["a join", "const joined = db.leftJoin(events, eq(events.id, webhooks.eventId));"],
    ["a join in SQL", `const joined = sql\`on day.webhook_id = \${webhooks.id}\`;`],
    ["the owner itself", "const theirs = eq(webhooks.accountId, accountId);"],
  ])("lets pass %s", (_, source) => {
    expect(unownedIn("lib/x.ts", head + source)).toEqual([]);
  });
});
