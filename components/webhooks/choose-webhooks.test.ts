import { expect, test } from "vitest";
import type { EventName } from "@/db/enums";
import type { WebhookHealth } from "@/lib/health/queries";
import type { Order, StatusFilter } from "@/lib/webhook-search/vocabulary";
import { chooseWebhooks, type Listed } from "./choose-webhooks";

type State = WebhookHealth["state"];
type Draft = {
  state?: State;
  events?: EventName[];
  label?: string;
  created?: string;
  retrying?: number;
  delivered?: number;
  last?: string;
  failure?: string;
  since?: string;
  late?: string;
  incident?: boolean;
};

function listed(id: string, draft: Draft = {}): Listed {
  const {
    state = "healthy",
    events = [],
    label = "",
    created = "2026-01-01",
    retrying = 0,
    delivered = 0,
    last,
    failure,
    since,
    late,
    incident = false,
  } = draft;
  return {
    webhook: {
      id,
      callbackUrl: `https://${id}.example/hook`,
      events,
      createdAt: created,
      updatedAt: created,
      ...(last && { lastTriggeredAt: last }),
    },
    health: {
      webhookId: id,
      state,
      incident,
      retrying,
      delivered,
      failed: 0,
      backlog: 0,
      hours: [],
      ...(since && { since }),
      ...(late && { lateSince: late }),
      ...(failure && { lastFailureAt: failure }),
    },
    more: { webhookId: id, accountId: "a", label, paused: false },
  };
}

const everything = { q: "", status: [], event: [], sort: "health" as const };
const ids = (rows: Listed[]) => rows.map(({ webhook }) => webhook.id);

test("those in trouble come first, and each kind keeps its order", () => {
  const states: State[] = [
    "no_traffic",
    "failing",
    "healthy",
    "paused",
    "late",
    "auto_paused",
    "degraded",
  ];
  const all = [...states, "failing" as const].map((state, n) => listed(`${state}${n}`, { state }));
  expect(ids(chooseWebhooks(all, everything))).toEqual([
    "failing1",
    "failing7",
    "degraded6",
    "late4",
    "auto_paused5",
    "paused3",
    "healthy2",
    "no_traffic0",
  ]);
});

test("the longest trouble comes first, then the older webhook, as on the overview", () => {
  const all = [
    listed("3", { state: "failing", since: "2026-01-02" }),
    listed("2", { state: "failing", since: "2026-01-01" }),
    listed("1", { state: "failing", since: "2026-01-02" }),
  ];
  expect(ids(chooseWebhooks(all, everything))).toEqual(["2", "1", "3"]);
});

test("a search finds address, id and label, whatever the case", () => {
  const all = [listed("acme"), listed("other", { label: "Studio of Ana" }), listed("third")];
  const found = (q: string) => ids(chooseWebhooks(all, { ...everything, q }));
  expect(found(" ACME.example")).toEqual(["acme"]);
  expect(found("studio")).toEqual(["other"]);
  expect(found("ana other.example  studio")).toEqual(["other"]);
  expect(found("ana acme")).toEqual([]);
  expect(found("hook")).toHaveLength(3);
  expect(found("nothing")).toEqual([]);
});

test("late ones are chosen by that, whatever their state", () => {
  const all = [
    listed("late", { state: "late", late: "2026-01-01" }),
    listed("both", { state: "degraded", late: "2026-01-01" }),
    listed("earlier", { state: "degraded" }),
  ];
  expect(ids(chooseWebhooks(all, { ...everything, status: ["late"] }))).toEqual(["both", "late"]);

  // The longest wait first.
  const [later, sooner] = ["2026-01-02", "2026-01-01"].map((late) =>
    listed(late, { state: "late", late }),
  );
  expect(ids(chooseWebhooks([later!, sooner!], everything))).toEqual(["2026-01-01", "2026-01-02"]);
});

test("those with an incident are chosen by the incident, whatever their state", () => {
  const all = [
    listed("failing", { state: "failing", incident: true }),
    listed("degraded", { state: "degraded", incident: true }),
    listed("earlier", { state: "degraded" }),
    listed("paused", { state: "paused" }),
  ];
  const ids = (status: StatusFilter[]) =>
    chooseWebhooks(all, { q: "", status, event: [], sort: "health" }).map(
      ({ webhook }) => webhook.id,
    );
  expect(ids(["incident"])).toEqual(["failing", "degraded"]);
  expect(ids(["incident", "paused"])).toEqual(["failing", "degraded", "paused"]);
});

test("states and events let through those that have one of them", () => {
  const all = [
    listed("a", { state: "failing", events: ["VIDEO_GENERATION_SUCCESS"] }),
    listed("b", { state: "paused", events: ["AVATAR_TRAINING_FAILED"] }),
  ];
  expect(ids(chooseWebhooks(all, { ...everything, status: ["paused", "healthy"] }))).toEqual(["b"]);
  expect(ids(chooseWebhooks(all, { ...everything, event: ["VIDEO_GENERATION_SUCCESS"] }))).toEqual([
    "a",
  ]);
});

test("each column sorts both ways, and equals keep their order", () => {
  const all = [
    listed("b", { created: "2026-01-01", retrying: 1, last: "2026-02-02" }),
    listed("a", { created: "2026-01-02", last: "2026-02-01" }),
    listed("c", { delivered: 1 }),
  ];
  const sorted = (sort: Order) => ids(chooseWebhooks(all, { ...everything, sort }));
  expect(sorted("name")).toEqual(["a", "b", "c"]);
  expect(sorted("-name")).toEqual(["c", "b", "a"]);
  expect(sorted("rate")).toEqual(["b", "c", "a"]);
  expect(sorted("last")).toEqual(["b", "a", "c"]);
  expect(sorted("-last")).toEqual(["c", "a", "b"]);
  expect(sorted("-health")).toEqual(["b", "a", "c"]);
});

test("a refused connection counts as the last attempt", () => {
  const all = [
    listed("sent", { last: "2026-02-02" }),
    listed("never"),
    listed("refused", { failure: "2026-02-03" }),
    listed("broken", { last: "2026-02-01", failure: "2026-02-04" }),
  ];
  expect(ids(chooseWebhooks(all, { ...everything, sort: "last" }))).toEqual([
    "broken",
    "refused",
    "sent",
    "never",
  ]);
});

test("a search finds ids, labels and what is shown of URLs", () => {
  const all = [listed("one", { label: "Studio" }), listed("two")];
  const [first] = all;
  first!.webhook.callbackUrl = "https://hooks.example/in?token=hunter2";
  const found = (q: string) => ids(chooseWebhooks(all, { ...everything, q }));
  expect(found(" STUDIO ")).toEqual(["one"]);
  expect(found("one")).toEqual(["one"]);
  expect(found("hooks.example/in?token=")).toEqual(["one"]);
  expect(found("hunter2")).toEqual([]);
});
