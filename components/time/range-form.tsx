"use client";

import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Input, literal } from "@/components/ui/input";
import { useClosePopover } from "@/components/ui/popover";
import { clockText, isRepeated } from "@/lib/zone";
import { readTime } from "./read-time";
import { useNow } from "./use-now";
import { useTimes, useZone } from "./zone";

/** Times as ISO 8601; null leaves a side open. */
type Range = { from: string | null; to: string | null };
export type FormProps = Range & {
  onRange: (range: Range) => void;
  /** Asks for a start. An open end is then the present. */
  closed?: boolean;
  /** A second button: what else to do with the range. */
  other?: { name: string; act: (range: Range) => void };
};

/** Start and end of a range as typed text. */
export function RangeForm({ from, to, onRange, closed = false, other }: FormProps) {
  const zone = useZone();
  // A clock that is shown twice in a night would be read as the first of the two.
  const textOf = (iso: string | null) => {
    const ms = Date.parse(iso ?? "");
    if (!iso) return "";
    return isRepeated(zone, ms) ? iso : clockText(zone, ms).replace("T", " ");
  };
  const [start, setStart] = useState(() => textOf(from));
  const [end, setEnd] = useState(() => textOf(to));
  const [complaint, setComplaint] = useState<string>();
  const id = useId();
  const dismiss = useClosePopover();

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const now = Date.now();
    const [begin, finish] = [start, end].map((text) => readTime(text, zone, now));
    const wrong = complaintAbout({ start, end, begin, finish, closed });
    setComplaint(wrong);
    if (wrong) return;
    const close = closed ? new Date(now).toISOString() : null;
    const range = { from: begin?.toISOString() ?? null, to: finish?.toISOString() ?? close };
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (other && submitter?.getAttribute("value") === "other") other.act(range);
    else onRange(range);
    dismiss();
  }

  return (
    <form onSubmit={submit} noValidate className="mt-2 grid gap-3 border-line border-t pt-3">
      <Side
        name="From"
        open={closed ? "Required" : "Start of the log"}
        text={start}
        onChange={setStart}
        wrong={complaint && id}
      />
      <Side name="To" open="Now" text={end} onChange={setEnd} wrong={complaint && id} />
      {complaint && (
        <p id={id} role="alert" className="font-medium text-bad text-sm">
          {complaint}
        </p>
      )}
      <div className="flex gap-2">
        <Button type="submit" look="primary" size="small" name="show" value="here">
          Apply
        </Button>
        {other && (
          <Button type="submit" size="small" name="show" value="other">
            {other.name}
          </Button>
        )}
      </div>
    </form>
  );
}

type Given = {
  start: string;
  end: string;
  begin: Date | undefined;
  finish: Date | undefined;
  closed: boolean;
};

function complaintAbout({ start, end, begin, finish, closed }: Given): string | undefined {
  if ((start.trim() && !begin) || (end.trim() && !finish))
    return "Enter a time such as 14:30, yesterday 9:00 or 2h.";
  if (closed && !begin) return "Enter a start.";
  if (!begin && !finish) return "Enter a start or an end.";
  return begin && finish && begin >= finish ? "The end must be after the start." : undefined;
}

type SideProps = {
  name: "From" | "To";
  /** Meaning of an empty field. */
  open: string;
  text: string;
  onChange: (text: string) => void;
  wrong: string | undefined;
};

/** A field for a time as typed text, with what it means. */
function Side({ name, open, text, onChange, wrong }: SideProps) {
  const { zone, exact } = useTimes();
  const now = useNow();
  const id = useId();
  const read = readTime(text, zone, now);
  const meaning: ReactNode = read ? exact(read.toISOString()).replace(/\.\d{3}/, "") : open;
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="font-medium text-sm">
        {name} ({zone})
      </label>
      <Input
        id={id}
        height="toolbar"
        autoComplete="off"
        {...literal}
        placeholder={name === "From" ? "yesterday 9:00, 14:30, 2h" : "now"}
        value={text}
        aria-describedby={wrong ?? `${id}-meaning`}
        aria-invalid={wrong ? true : undefined}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-meaning`} className="min-h-4 text-faint text-xs tabular-nums">
        {text.trim() && !read ? "Not a time yet" : meaning}
      </p>
    </div>
  );
}
