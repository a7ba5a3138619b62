"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { logLink } from "@/components/deliveries/log-link";
import { useZone } from "@/components/time/zone";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import type { StatsView } from "@/lib/stats/queries";
import { clockText, readClock } from "@/lib/zone";

type Range = { from: string; to: string };
type Props = { view: StatsView; choose: (range: Range) => void };

/** Keyboard alternative to dragging over the chart. */
export function RangeForm({ view, choose }: Props) {
  const router = useRouter();
  const [complaint, setComplaint] = useState<string>();
  const id = useId();
  const zone = useZone();
  const shown = (name: "from" | "to") =>
    "from" in view ? clockText(zone, Date.parse(view[name])).slice(0, 16) : "";

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const range = { from: read(zone, form.get("from")), to: read(zone, form.get("to")) };
    if (!range.from || !range.to) return setComplaint("Enter both times.");
    if (range.from >= range.to) return setComplaint("The end must be after the start.");
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (submitter?.getAttribute("value") === "log") router.push(logLink(range));
    else choose(range);
  }

  return (
    <form onSubmit={submit} noValidate className="grid gap-3">
      {(["from", "to"] as const).map((name) => (
        <label key={name} htmlFor={`${id}-${name}`} className="grid gap-1 text-sm">
          <span className="font-medium">
            {name === "from" ? "From" : "To"} ({zone})
          </span>
          <Input
            id={`${id}-${name}`}
            type="datetime-local"
            name={name}
            defaultValue={shown(name)}
            aria-describedby={complaint ? id : undefined}
            aria-invalid={complaint ? true : undefined}
          />
        </label>
      ))}
      {complaint && (
        <p id={id} role="alert" className="text-bad text-sm">
          {complaint}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="small" name="show" value="here">
          Show
        </Button>
        <Button type="submit" size="small" name="show" value="log">
          Open in log
        </Button>
      </div>
    </form>
  );
}

function read(zone: string, text: FormDataEntryValue | null): string {
  return readClock(zone, String(text ?? ""))?.toISOString() ?? "";
}
