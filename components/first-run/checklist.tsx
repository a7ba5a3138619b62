"use client";

import { Circle, CircleCheck, X } from "lucide-react";
import Link from "next/link";
import { useChoose, usePreference } from "@/components/preferences/preferences";
import { IconButton } from "@/components/ui/icon-button";
import { textLink } from "@/components/ui/text-link";
import { useMay } from "@/lib/session/queries";
import { type Step, useSteps } from "./use-steps";

/** Setup steps after installation; hidden once all are done or dismissed, and for roles that cannot take them. */
export function Checklist() {
  const checklist = usePreference("checklist");
  const choose = useChoose();
  const may = useMay("webhooks:write");
  if (checklist === "hidden" || !may) return null;
  return <Steps hide={() => choose("checklist", "hidden")} />;
}

function Steps({ hide }: { hide: () => void }) {
  const steps = useSteps();
  if (!steps) return null;
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  return (
    <section
      aria-labelledby="first-steps"
      className="rounded-lg border border-line bg-raised px-4 py-3 shadow-low sm:px-5"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="first-steps" className="font-semibold text-lg">
          First steps{" "}
          <span className="font-normal text-faint text-sm tabular-nums">
            {done} of {steps.length}
          </span>
        </h2>
        <IconButton icon={X} name="Hide first steps" onClick={hide} />
      </div>
      <ul className="mt-1 flex flex-wrap gap-x-10">
        {steps.map((step) => (
          <Line key={step.name} step={step} />
        ))}
      </ul>
    </section>
  );
}

function Line({ step: { name, done, href, act } }: { step: Step }) {
  const Icon = done ? CircleCheck : Circle;
  return (
    <li className="flex min-h-8 items-center gap-2">
      <Icon aria-hidden="true" className={`size-4 shrink-0 ${done ? "text-good" : "text-faint"}`} />
      <span className={done ? "text-soft" : ""}>
        <span className="sr-only">{done ? "Done: " : "To do: "}</span>
        {name}
      </span>
      {!done && (
        <Link
          href={href}
          prefetch={false}
          aria-label={`${act}: ${name}`}
          className={`font-medium text-sm ${textLink}`}
        >
          {act}
        </Link>
      )}
    </li>
  );
}
