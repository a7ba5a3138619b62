"use client";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useId, useState } from "react";
import { Select } from "@/components/ui/input";
import { Skeleton } from "@/components/ui/skeleton";
import type { Attempt, AttemptDetail, DeliveryDetail } from "@/lib/deliveries/queries";
import { resultWords } from "./result";

const Comparison = dynamic(() => import("./comparison").then((module) => module.Comparison), {
  loading: () => <Skeleton className="h-80 w-full rounded-md" />,
});

type Props = { delivery: DeliveryDetail; attempt: AttemptDetail };

/** Differences from another attempt, by default the previous one. */
export function CompareTab({ delivery: { id, attemptLog }, attempt }: Props) {
  const others = attemptLog.filter(({ number }) => number !== attempt.number);
  const before = others.find(({ number }) => number < attempt.number) ?? others.at(-1);
  const field = useId();
  const [chosen, setChosen] = useState<number>();
  const other = others.find(({ number }) => number === chosen) ?? before;
  if (!other) return <p className="text-soft">There is only one attempt.</p>;
  const [a, b] = [other.number, attempt.number].toSorted((one, two) => one - two) as [
    number,
    number,
  ];
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex items-center gap-2 text-sm">
          <label htmlFor={field}>Compare with</label>
          <Select
            id={field}
            width="fit"
            value={other.number}
            onChange={({ target }) => setChosen(Number(target.value))}
          >
            {others.map((each) => (
              <option key={each.number} value={each.number}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        </span>
        <Link
          href={`/deliveries/${id}/compare?a=${a}&b=${b}`}
          prefetch={false}
          className="inline-flex min-h-6 items-center rounded-sm text-accent text-sm underline-offset-2 hover:underline"
        >
          Open on a page
        </Link>
      </div>
      <Comparison id={id} a={a} b={b} />
    </div>
  );
}

function nameOf(attempt: Attempt): string {
  return [`Attempt ${attempt.number}`, resultWords(attempt)].filter(Boolean).join(", ");
}
