"use client";

import { X } from "lucide-react";
import type { ReactNode } from "react";
import { FollowedDelivery } from "@/components/deliveries/followed-delivery";
import { ProblemCard } from "@/components/page/problem-card";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { formatPlural, formatTarget } from "@/lib/format";
import { useLabels } from "@/lib/settings/use-labels";
import type { Webhook } from "@/lib/webhooks/queries";
import type { ActionResult, Actions } from "./use-webhook-actions";

type Props = {
  result: ActionResult;
  actions: Actions;
  close: () => void;
  /** Whether a webhook is paused now; undefined if not known. */
  isPaused: (id: string) => boolean | undefined;
};

/** Result of the last action, with Undo where possible. */
export function ActionResultLine(props: Props) {
  const { result, close } = props;
  if (result.kind === "failed") return <ProblemCard {...result} />;
  if (result.kind === "tested")
    return <FollowedDelivery key={result.deliveryId} id={result.deliveryId} />;
  if (result.kind === "message") return <Line close={close}>{result.sentence}</Line>;
  return <Paused {...props} result={result} />;
}

type Pausing = Extract<ActionResult, { kind: "paused" | "resumed" }>;

/**
 * Names the webhooks that could not be paused or resumed; Undo is for the others. Leaves out those that were resumed or
 * paused again since, here or by another person.
 */
function Paused({ result, actions, close, isPaused }: Props & { result: Pausing }) {
  const { kind, webhooks, results } = result;
  const labelOf = useLabels();
  const nameOf = ({ id, callbackUrl }: Webhook) => labelOf(id) || formatTarget(callbackUrl);
  const having = (status: "fulfilled" | "rejected") =>
    webhooks.filter((_, n) => results[n]?.status === status);
  const wasUndone = ({ id }: Webhook) => isPaused(id) === (kind === "resumed");
  const changed = having("fulfilled");
  const done = changed.filter((webhook) => !wasUndone(webhook));
  const failure = results.find((one) => one.status === "rejected");
  const couldNot = `Could not ${kind === "paused" ? "pause" : "resume"}`;
  if (failure && changed.length === 0) {
    const what = webhooks.length === 1 ? "the webhook" : "all webhooks";
    return <ProblemCard what={`${couldNot} ${what}`} error={failure.reason} />;
  }
  if (done.length === 0) return null;
  const names = having("rejected").map(nameOf);
  return (
    <Line close={close} undo={() => actions.pause(done, kind === "resumed")}>
      {words(kind, done.map(nameOf))}
      {failure && (
        <span className="block text-bad text-sm">
          {couldNot} {names.join(", ")}: {failure.reason.message}
        </span>
      )}
    </Line>
  );
}

type LineProps = { undo?: () => void; close: () => void; children: ReactNode };

function Line({ undo, close, children }: LineProps) {
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-sunken px-3.5 py-1.5">
      <p className="min-w-0 wrap-anywhere">{children}</p>
      <span className="ml-auto flex items-center gap-1">
        {undo && (
          <Button size="small" onClick={undo}>
            Undo
          </Button>
        )}
        <IconButton icon={X} name="Close" onClick={close} />
      </span>
    </div>
  );
}

function words(kind: Pausing["kind"], names: readonly string[]): string {
  const [only] = names;
  const what = only && names.length === 1 ? only : formatPlural(names.length, "webhook");
  return kind === "paused"
    ? `Paused ${what}. New events wait until ${names.length === 1 ? "it is" : "they are"} resumed; none is lost.`
    : `Resumed ${what}. Waiting deliveries are being sent, after a probe if the circuit is open.`;
}
