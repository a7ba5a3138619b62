"use client";

import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CirclePause, Clock, type LucideIcon } from "lucide-react";
import dynamic from "next/dynamic";
import { memo, type ReactNode, useEffect, useState } from "react";
import { useForgetFailure } from "@/components/live/use-forget-failure";
import { useAccountLink } from "@/components/scope/account-scope";
import { Button } from "@/components/ui/button";
import { HoverPrefetchLink } from "@/components/ui/hover-prefetch-link";
import { formatPlural, formatTarget, isolateName } from "@/lib/format";
import { settingsQueries, useUpdateSettings } from "@/lib/settings/queries";
import type { Incident } from "@/lib/stats/queries";
import type { StatusFilter } from "@/lib/webhook-search/vocabulary";
import { causesOf, IncidentCard } from "./incident-card";

// Follows the page.
const IncidentRetry = dynamic(
  () => import("@/components/replays/incident-retry").then((made) => made.IncidentRetry),
  { ssr: false },
);
const cardsAtMost = 5;

type Props = {
  incidents: Incident[];
  /** Number of webhooks with an incident, also those not listed. */
  troubled: number;
  /** Number of webhooks that a person paused. They have no incident. */
  pausedByPerson: number;
  /** Number of webhooks that are late. They have no incident for it. */
  late: number;
};

/** The webhooks with open incidents, at most five, or a note that there are none. */
export const Incidents = memo(function Incidents(props: Props) {
  const { incidents, troubled, pausedByPerson, late } = props;
  const current = byWebhook(incidents);
  const { shown: all, paused, hold, pause, undo, release } = useHeldCards(current);
  const [retried, setRetried] = useState<Incident>();
  const toAccount = useAccountLink();
  const shown = all.slice(0, cardsAtMost);
  // A card that is kept in place may have no incident any more. Beyond the listed incidents, that is not known.
  const listed = shown.filter((card) => includes(current, card)).length;
  const isComplete = troubled <= current.length;
  return (
    <section
      aria-labelledby="incidents"
      className="grid grid-cols-[minmax(0,1fr)] gap-2"
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && release()}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(":hover")) release();
      }}
    >
      <h2 id="incidents" className="sr-only">
        Incidents
      </h2>
      {shown.length === 0 && (
        <p className="flex min-h-6 items-center gap-2 text-soft">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
          No incidents. No webhook is failing or auto-paused.
        </p>
      )}
      {shown.length > 0 && (
        <div className="overflow-hidden rounded-lg border border-line bg-raised shadow-low">
          <ul className="divide-y divide-line">
            {shown.map((incident) => (
              <li key={incident.webhookId}>
                <IncidentCard
                  incident={incident}
                  causes={causesOf([
                    incident,
                    ...incidents.filter((each) => isSame(each, incident)),
                  ])}
                  pausedHere={includes(paused, incident)}
                  ended={isComplete && !includes(current, incident)}
                  onAct={hold}
                  onPaused={() => pause(incident)}
                  onResumed={() => undo(incident)}
                  onRetry={() => setRetried(incident)}
                />
              </li>
            ))}
          </ul>
          {troubled > listed && (
            <HoverPrefetchLink
              href={toAccount("/webhooks?status=incident")}
              className="-outline-offset-2! tap flex items-center border-line border-t px-3 py-1.5 text-accent text-sm hover:bg-hover"
            >
              Show all {formatPlural(troubled, "webhook")} with an incident
            </HoverPrefetchLink>
          )}
        </div>
      )}
      <IncidentRetry incident={retried} close={() => setRetried(undefined)} />
      {late > 0 && <Late webhooks={late} />}
      {pausedByPerson > 0 && paused.length === 0 && <PausedByPerson webhooks={pausedByPerson} />}
      <div role="status" className="grid gap-1 empty:hidden">
        {paused.map((each) => (
          <Undo
            key={each.webhookId}
            paused={each}
            onCard={includes(shown, each)}
            done={() => undo(each)}
          />
        ))}
      </div>
    </section>
  );
});

/** Says how many webhooks are late, and why. */
function Late({ webhooks }: { webhooks: number }) {
  const words = webhooks === 1 ? "is late: its limit" : "are late: their limits";
  return (
    <Remark icon={Clock} webhooks={webhooks} status="late">
      {words} of concurrent requests or of requests per second {webhooks === 1 ? "is" : "are"} used
      up.
    </Remark>
  );
}

/** Number of webhooks that a person paused. Their deliveries wait, and they have no incident. */
function PausedByPerson({ webhooks }: { webhooks: number }) {
  const isOne = webhooks === 1;
  return (
    <Remark icon={CirclePause} webhooks={webhooks} status="paused">
      paused manually. {isOne ? "Its" : "Their"} deliveries wait until{" "}
      {isOne ? "it is" : "they are"} resumed.
    </Remark>
  );
}

type RemarkProps = {
  icon: LucideIcon;
  webhooks: number;
  status: StatusFilter;
  children: ReactNode;
};

/** Line about webhooks without an incident. Their number is a link to them. */
function Remark({ icon: Icon, webhooks, status, children }: RemarkProps) {
  const toAccount = useAccountLink();
  return (
    <p className="flex min-h-6 items-center gap-2 text-soft">
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <HoverPrefetchLink
          href={toAccount(`/webhooks?status=${status}`)}
          className="text-accent underline underline-offset-2"
        >
          {formatPlural(webhooks, "webhook")}
        </HoverPrefetchLink>{" "}
        {children}
      </span>
    </p>
  );
}

/**
 * Keeps the cards in place after one of them was acted on, so that no other button moves under the pointer, until the
 * pointer and the focus leave the list. `paused` were paused here, and are until they are resumed.
 */
function useHeldCards(incidents: Incident[]) {
  const [paused, setPaused] = useState<Incident[]>([]);
  const [held, setHeld] = useState<Incident[]>();
  const kept = (held ?? []).map((old) => incidents.find((each) => isSame(each, old)) ?? old);
  const added = incidents.filter((each) => !includes(kept, each));
  const shown = [...kept, ...added];
  return {
    shown,
    paused,
    hold: () => setHeld(shown),
    pause: (incident: Incident) => setPaused((others) => [...without(others, incident), incident]),
    undo: (incident: Incident) => setPaused((all) => without(all, incident)),
    release: () => setHeld(undefined),
  };
}

/** Keeps the most frequent cause of each webhook. */
function byWebhook(incidents: Incident[]): Incident[] {
  return incidents.filter((each, n) => incidents.findIndex((one) => isSame(one, each)) === n);
}

function includes(list: readonly Incident[], incident: Incident): boolean {
  return list.some((each) => isSame(each, incident));
}

function without(list: readonly Incident[], incident: Incident): Incident[] {
  return list.filter((each) => !isSame(each, incident));
}

function isSame(one: Incident, other: Incident): boolean {
  return one.webhookId === other.webhookId;
}

/** Names a webhook that was paused, until it is resumed, also by another person. Offers that after its card has gone. */
function Undo({ paused, onCard, done }: { paused: Incident; onCard: boolean; done: () => void }) {
  const update = useUpdateSettings(paused.webhookId);
  useForgetFailure(update);
  const { data: now } = useQuery(settingsQueries.one(paused.webhookId));
  const isResumed = now?.paused === false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `done` is another function in each rendering.
  useEffect(() => {
    if (isResumed) done();
  }, [isResumed]);
  const name = isolateName(paused.label) || formatTarget(paused.callbackUrl);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md bg-idle-wash px-3 py-1.5 text-sm">
      <span>Paused {name}. New events wait until it is resumed.</span>
      {!onCard && (
        <Button
          look="quiet"
          size="small"
          busy={update.isPending}
          onClick={() => update.mutate({ paused: false }, { onSuccess: done })}
        >
          Resume<span className="sr-only"> {name}</span>
        </Button>
      )}
      {update.error && <span className="text-bad">{update.error.message}</span>}
    </div>
  );
}
