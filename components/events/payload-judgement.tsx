import { Check, X } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import type { EventType } from "@/lib/events/queries";
import type { Payload } from "./payload";
import { payloadComplaint } from "./payload-complaint";

type Props = { form: UseFormReturn<Payload>; schema: EventType["schema"] };

/** Says of the payload what is wrong while it is written. Its field complains by itself once it was sent. */
export function PayloadJudgement({ form, schema }: Props) {
  const complaint = payloadComplaint(form.watch("data"), schema);
  const Icon = complaint ? X : Check;
  if (form.formState.errors.data) return null;
  return (
    <p
      className={`mt-1.5 flex min-h-5 items-start gap-1.5 text-sm ${complaint ? "text-warn" : "text-good"}`}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere">{complaint ?? "Fits this event"}</span>
    </p>
  );
}
