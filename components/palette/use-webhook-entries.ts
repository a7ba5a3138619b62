"use client";

import { useQuery } from "@tanstack/react-query";
import { KeySquare, ListTree, type LucideIcon, Pause, Play, RotateCw, Send } from "lucide-react";
import { useDeferredValue } from "react";
import { compareHealth } from "@/components/webhooks/choose-webhooks";
import { healthWords } from "@/components/webhooks/health-badge";
import { useSendTest } from "@/lib/events/use-publish";
import { formatTarget, isolateName } from "@/lib/format";
import { healthQueries, type WebhookHealth } from "@/lib/health/queries";
import { useMay } from "@/lib/session/queries";
import { settingsQueries, useSaveSettings } from "@/lib/settings/queries";
import { useLabels } from "@/lib/settings/use-labels";
import { webhookSearchQueries } from "@/lib/webhook-search/queries";
import { isCut, type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { splitWords } from "@/lib/words";
import { type Entry, matching, searchText, unique } from "./entry";
import { setPausedHere } from "./paused-here";
import type { WebhookAction } from "./webhook-dialog";

const mostWebhooks = 6;
const mostActions = 8;
/** Most webhooks that the server finds for a text. */
const most = 20;
/** Words of `useActions`, which may stand beside the webhook to act on. */
const actionWords = splitWords(
  "webhooks actions open deliveries of log retry all resend failed pause stop resume continue rotate secret signing send test to event",
);

type Ask = (action: WebhookAction) => void;
type State = WebhookHealth["state"];
type Known = Webhook & { name: string; state: State };
const inTrouble: readonly State[] = ["failing", "degraded", "late", "auto_paused"];

/**
 * Returns matching webhooks and actions on them, unhealthy ones first. Without a text, only the unhealthy webhooks.
 * `looking` while webhooks or their labels are read.
 */
export function useWebhookEntries(text: string, ask: Ask) {
  const { all, forActions, looking } = useWebhooks(text);
  const actionsOf = useActions(ask);
  const shown = text ? all : all.filter(({ state }) => inTrouble.includes(state));
  return {
    webhooks: matching(shown.map(entryOf), text).slice(0, mostWebhooks),
    actions: text ? matching(forActions.flatMap(actionsOf), text).slice(0, mostActions) : [],
    looking,
  };
}

/**
 * Returns all webhooks, or those that the server finds where there are more than a list has: by all words, as "Test receiver" is a
 * name, and for actions first by the words that are of no action.
 */
function useWebhooks(text: string) {
  const list = useQuery(webhookQueries.list());
  const newest = list.data;
  const isMany = isCut(newest);
  const { data: health } = useQuery({ ...healthQueries.list(), enabled: !isMany });
  const settings = useQuery(settingsQueries.list());
  const labelOf = useLabels();
  const named = useFound(searchText(text), isMany);
  const ofActions = useFound(searchText(text, actionWords), isMany);
  if (isMany) {
    return {
      all: unique([...named.found, ...ofActions.found]),
      forActions: unique([...ofActions.found, ...named.found]),
      looking: named.isFetching || ofActions.isFetching,
    };
  }
  const healthOf = new Map(health?.map((each) => [each.webhookId, each]));
  const all = (newest ?? [])
    .map((webhook) => ({ webhook, health: healthOf.get(webhook.id) }))
    .sort(compareHealth)
    .map(({ webhook, health }) => known(webhook, labelOf(webhook.id), health));
  return { all, forActions: all, looking: [list, settings].some(({ isLoading }) => isLoading) };
}

/** Returns the webhooks that the server finds for a text, without one those in trouble. */
function useFound(text: string, enabled: boolean) {
  const q = useDeferredValue(text);
  const search = q ? { q, sort: "match" as const } : { status: inTrouble.join(",") };
  const query = webhookSearchQueries.found({ ...search, limit: most });
  const { data, isFetching } = useQuery({ ...query, enabled });
  const found = (data?.webhooks ?? []).map(({ webhook, overview, health }) =>
    known(webhook, isolateName(overview.label), health),
  );
  return { found, isFetching };
}

/** `label`: isolated. */
function known(webhook: Webhook, label: string | undefined, health?: WebhookHealth): Known {
  const name = label || formatTarget(webhook.callbackUrl);
  return { ...webhook, name, state: health?.state ?? "no_traffic" };
}

function entryOf({ id, name, state, callbackUrl, events }: Known): Entry {
  const target = formatTarget(callbackUrl);
  const { word, icon } = healthWords[state];
  return {
    id: `/webhooks/${id}`,
    group: "Webhooks",
    icon,
    name,
    ...(name !== target && { hint: target }),
    state: word,
    words: `${id} ${events.join(" ")}`,
    href: `/webhooks/${id}`,
  };
}

function useActions(ask: Ask): (webhook: Known) => Entry[] {
  const may = useMay("webhooks:write");
  const mayRotate = useMay("webhooks:secrets");
  const mayResend = useMay("deliveries:write");
  const save = useSaveSettings();
  const sendTest = useSendTest();
  return ({ id, name, state, callbackUrl }) => {
    const target = formatTarget(callbackUrl);
    const entry = (icon: LucideIcon, verb: string, words: string) => ({
      id: `${verb} ${id}`,
      group: "Webhook actions" as const,
      icon,
      name: `${verb} ${name}`,
      words,
      ...(name !== target && { hint: target }),
    });
    const pause = async (paused: boolean) => {
      await save.mutateAsync({ id, patch: { paused } });
      setPausedHere({ id, name, paused });
      return `/webhooks/${id}`;
    };
    const test = async () => {
      const delivery = await sendTest.mutateAsync({ webhookId: id });
      return `/deliveries/${delivery.id}`;
    };
    const pausing = isPaused(state)
      ? { ...entry(Play, "Resume", "continue"), work: () => pause(false) }
      : { ...entry(Pause, "Pause", "stop"), work: () => pause(true) };
    const retry = () => ask({ verb: "retry", id, name });
    const rotate = () => ask({ verb: "rotate", id, name });
    return [
      { ...entry(ListTree, "Open deliveries of", "log"), href: `/webhooks/${id}/deliveries` },
      ...(mayResend ? [{ ...entry(RotateCw, "Retry all of", "resend failed"), run: retry }] : []),
      ...(may ? [pausing] : []),
      ...(mayRotate ? [{ ...entry(KeySquare, "Rotate secret of", "signing"), run: rotate }] : []),
      ...(may ? [{ ...entry(Send, "Send test to", "event"), work: test }] : []),
    ];
  };
}

function isPaused(state: State): boolean {
  return state === "paused" || state === "auto_paused";
}
