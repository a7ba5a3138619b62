"use client";

import { RotateCw } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useRef, useState } from "react";
import { Field } from "@/components/form/field";
import { TextField } from "@/components/form/text-field";
import { ProblemCard } from "@/components/page/problem-card";
import { Button } from "@/components/ui/button";
import { DialogActions } from "@/components/ui/dialog-actions";
import { SelectBox } from "@/components/ui/select-box";
import { formatCount, formatPlural } from "@/lib/format";
import { type Replay, type ReplayChoice, useStartReplay } from "@/lib/replays/queries";
import { useMay } from "@/lib/session/queries";
import { estimate } from "./estimate";
import type { ReplayVerb } from "./replay-verb";

/** From this many deliveries on, the count has to be typed to confirm, unless none of them was delivered. */
const typedFrom = 101;
const rates = [1, 5, 20, 50, 200, 1000];

type Props = {
  choice: ReplayChoice;
  verb: ReplayVerb;
  counted: Replay;
  close: () => void;
  /** Leads to the page of the replay unless given. */
  onStarted?: ((replay: Replay) => void) | undefined;
};

export function BulkResendForm({ choice, verb, counted, close, onStarted }: Props) {
  const { total } = counted;
  const typing = verb === "Resend" && total >= typedFrom;
  // A replay that was under way when the dialog was closed is watched, too.
  const start = useStartReplay(onStarted);
  const may = useMay("deliveries:write");
  const router = useRouter();
  const [rate, setRate] = useState(20);
  const [typed, setTyped] = useState("");
  const [complaint, setComplaint] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (start.isPending || start.isSuccess) return;
    if (typing && typed.replaceAll(/\D/g, "") !== String(total)) {
      setComplaint(`Type ${total} to confirm`);
      return field.current?.focus();
    }
    start.mutate(
      { ...choice, ratePerSecond: rate, asOf: counted.createdAt },
      { onSuccess: onStarted ? close : ({ id }) => router.push(`/replays/${id}`) },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      {start.error && <ProblemCard what="Could not start the replay" error={start.error} />}
      <Field label="Rate" hint={`${estimate(total, rate)}, oldest first.`}>
        {(wiring) => (
          <SelectBox
            {...wiring}
            label="Rate"
            options={rates.map((each) => ({
              value: String(each),
              label: `${formatCount(each)} a second`,
            }))}
            value={String(rate)}
            onChange={(chosen) => setRate(Number(chosen))}
          />
        )}
      </Field>
      <Consequences />
      {typing && (
        <TextField
          ref={field}
          label={`Type ${total} to confirm`}
          error={complaint}
          autoFocus
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setComplaint(undefined);
          }}
        />
      )}
      {!may && <p className="text-soft text-sm">Your role cannot resend deliveries.</p>}
      <DialogActions>
        <Button onClick={close} disabled={start.isPending}>
          Cancel
        </Button>
        <Button
          type="submit"
          look="primary"
          autoFocus={!typing}
          disabled={!may}
          busy={start.isPending}
        >
          <RotateCw
            aria-hidden="true"
            className={start.isPending ? "animate-spin motion-reduce:animate-none" : ""}
          />
          {start.isPending
            ? "Starting…"
            : `${verb} ${formatPlural(total, "delivery", "deliveries")}`}
        </Button>
      </DialogActions>
    </form>
  );
}

function Consequences() {
  return (
    <ul className="grid list-disc gap-1 rounded-md border border-line bg-sunken py-2.5 pr-3 pl-7 text-soft text-sm">
      <li>Each is sent to the webhook's current URL, with the full retry schedule.</li>
      <li>
        Receivers may receive an event twice; its{" "}
        <code className="font-mono text-xs">webhook-id</code> stays the same.
      </li>
      <li>Deliveries that wait for a retry are sent without waiting for it.</li>
      <li>
        Where a circuit is open, one probe is sent first. If it succeeds, what was due is sent as
        fast as the receiver takes it; if not, the rest waits for the next probe.
      </li>
      <li>
        Left out: tests, deleted webhooks, attempts in progress, and what is delivered meanwhile.
      </li>
    </ul>
  );
}
