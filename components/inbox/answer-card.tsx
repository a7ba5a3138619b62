"use client";

import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { SelectBox } from "@/components/ui/select-box";
import { inboxStatuses } from "@/db/enums";
import { formatQuantity } from "@/lib/format";
import type { InboxBinPatch } from "@/lib/inbox/contract";
import { type InboxBin, useUpdateBin } from "@/lib/inbox/queries";
import { answersOf, answerWords, effectOf } from "./answer-words";

type Props = { bin: InboxBin; may: boolean };

const delays = [0, 1, 2, 5, 10, 20, 30];
const waits = [5, 30, 60, 300];

function inSeconds(seconds: number) {
  return { value: String(seconds), label: formatQuantity(seconds, "s") };
}

/** Response of the bin; changes apply from the next request. */
export function AnswerCard({ bin: saved, may }: Props) {
  const update = useUpdateBin(saved.id);
  // Optimistic update, reverted on failure.
  const bin: InboxBin = update.isPending ? chosen(saved, update.variables) : saved;
  const set = (patch: InboxBinPatch) => update.mutate(patch);
  const asksForLater = bin.status === 429 || bin.status === 503;
  return (
    <Card title={`Answers ${answersOf(bin)}`} hint={effectOf(bin)}>
      <div className="flex flex-wrap items-end gap-x-6 gap-y-4">
        <Statuses bin={bin} may={may} choose={(status) => set({ status, next: [] })} />
        <Field label="After">
          {(wiring) => (
            <SelectBox
              {...wiring}
              label="After"
              width="fit"
              disabled={!may}
              options={[...new Set([...delays, bin.delaySeconds])].map(inSeconds)}
              value={String(bin.delaySeconds)}
              onChange={(seconds) => set({ delaySeconds: Number(seconds) })}
            />
          )}
        </Field>
        {asksForLater && (
          <Field label="Retry-After">
            {(wiring) => (
              <SelectBox
                {...wiring}
                label="Retry-After"
                width="fit"
                disabled={!may}
                options={[{ value: "0", label: "not sent" }, ...waits.map(inSeconds)]}
                value={String(bin.retryAfterSeconds ?? 0)}
                onChange={(seconds) => set({ retryAfterSeconds: Number(seconds) || null })}
              />
            )}
          </Field>
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={!may}
            busy={false}
            onClick={() => set({ status: 200, next: [503, 503] })}
          >
            Fail twice, then succeed
          </Button>
          {bin.next.length > 0 && (
            <Button look="quiet" disabled={!may} busy={false} onClick={() => set({ next: [] })}>
              Stop failing
            </Button>
          )}
        </div>
      </div>
      <p role="status" className="mt-3 text-sm text-soft empty:hidden">
        {!may && "Your role is read-only."}
        {update.error && (
          <span className="text-bad">{`Could not change the answer: ${update.error.message}`}</span>
        )}
      </p>
    </Card>
  );
}

function chosen(bin: InboxBin, patch: InboxBinPatch): InboxBin {
  const { status = bin.status, delaySeconds = bin.delaySeconds, next = bin.next } = patch;
  const { retryAfterSeconds = bin.retryAfterSeconds } = patch;
  return { ...bin, status, delaySeconds, retryAfterSeconds, next };
}

type Choosing = Props & { choose: (status: InboxBin["status"]) => void };

function Statuses({ bin, may, choose }: Choosing) {
  return (
    <fieldset disabled={!may} className="min-w-0">
      <legend className="mb-1.5 font-medium">Status</legend>
      <div className="flex flex-wrap gap-1 rounded-md border border-field bg-canvas p-1">
        {inboxStatuses.map((status) => (
          <label
            key={status}
            title={`${status} ${answerWords[status].word}`}
            className="relative grid h-6.5 min-w-11 place-items-center rounded px-2 font-medium text-soft tabular-nums hover:bg-hover has-checked:bg-accent-solid has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="status"
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none!"
              checked={bin.status === status}
              onChange={() => choose(status)}
            />
            {status}
            <span className="sr-only"> {answerWords[status].word}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
