"use client";

import { useQuery } from "@tanstack/react-query";
import { KeySquare, ListTree, type LucideIcon, Pause, Play, RotateCw, Send } from "lucide-react";
import { retryAllLink } from "@/components/replays/replay-verb";
import { healthWords } from "@/components/webhooks/health-badge";
import { states } from "@/components/webhooks/webhook-address";
import { formatTarget } from "@/lib/format";
import { healthQueries, type WebhookHealth } from "@/lib/health/queries";
import { useMay } from "@/lib/session/queries";
import { useSaveSettings } from "@/lib/settings/queries";
import { useLabels } from "@/lib/settings/use-labels";
import { type Webhook, webhookQueries } from "@/lib/webhooks/queries";
import { type Entry, matching } from "./entry";

const mostWebhooks = 6;
const mostActions = 8;

type State = WebhookHealth["state"];
type Known = Webhook & { name: string; state: State };
const inTrouble: readonly State[] = ["failing", "degraded", "auto_paused"];

/** Returns matching webhooks and actions on them, unhealthy ones first. Without a text, only the unhealthy webhooks. */
export function useWebhookEntries(text: string): { webhooks: Entry[]; actions: Entry[] } {
  const all = useWebhooks();
  const actionsOf = useActions();
  const shown = text ? all : all.filter(({ state }) => inTrouble.includes(state));
  return {
    webhooks: matching(shown.map(entryOf), text).slice(0, mostWebhooks),
    actions: text ? matching(all.flatMap(actionsOf), text).slice(0, mostActions) : [],
  };
}

function useWebhooks(): Known[] {
  const { data: webhooks = [] } = useQuery(webhookQueries.list());
  const { data: health = [] } = useQuery(healthQueries.list());
  const labelOf = useLabels();
  const stateOf = new Map(health.map(({ webhookId, state }) => [webhookId, state]));
  return webhooks
    .map((webhook) => ({
      ...webhook,
      name: labelOf(webhook.id) ?? formatTarget(webhook.callbackUrl),
      state: stateOf.get(webhook.id) ?? ("no_traffic" as const),
    }))
    .sort((one, other) => states.indexOf(one.state) - states.indexOf(other.state));
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

function useActions(): (webhook: Known) => Entry[] {
  const may = useMay("webhooks:write");
  const mayResend = useMay("deliveries:write");
  const save = useSaveSettings();
  return ({ id, name, state, callbackUrl }) => {
    const page = `/webhooks/${id}`;
    const target = formatTarget(callbackUrl);
    const base = { group: "Webhook actions", ...(name !== target && { hint: target }) } as const;
    const link = (icon: LucideIcon, verb: string, href: string, words = ""): Entry => {
      return { ...base, id: href, icon, name: `${verb} ${name}`, words, href };
    };
    const pause = (paused: boolean, icon: LucideIcon, verb: string, words: string): Entry => {
      const work = () => save.mutateAsync({ id, patch: { paused } });
      return {
        ...base,
        id: `pause-${id}`,
        icon,
        name: `${verb} ${name}`,
        words,
        work,
        result: page,
      };
    };
    const change = [
      isPaused(state)
        ? pause(false, Play, "Resume", "continue")
        : pause(true, Pause, "Pause", "stop"),
      link(KeySquare, "Rotate secret of", `${page}/signing`, "signing"),
      link(Send, "Send test to", `${page}/test`, "event"),
    ];
    return [
      link(ListTree, "Open deliveries of", `${page}/deliveries`, "log"),
      ...(mayResend ? [link(RotateCw, "Retry all of", retryAllLink(id), "resend failed")] : []),
      ...(may ? change : []),
    ];
  };
}

function isPaused(state: State): boolean {
  return state === "paused" || state === "auto_paused";
}
