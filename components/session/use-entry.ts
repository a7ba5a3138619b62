"use client";

import { type FormEvent, useRef, useState } from "react";
import type { Fault } from "@/components/form/error-summary";
import { type Issue, Problem } from "@/lib/protocol/problem";

/**
 * State of a sign-in form. Uses plain state instead of the form library to keep the first page small; it has two
 * fields.
 */
export function useEntry<R>(
  send: (values: Record<string, string>) => Promise<R>,
  onSignedIn: (reply: R) => void,
) {
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Error | null>(null);
  const [submits, setSubmits] = useState(0);
  const [busy, setBusy] = useState(false);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setBusy(true);
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    try {
      onSignedIn(await send(values));
    } catch (error) {
      setProblem(error as Error);
      setSubmits((count) => count + 1);
      setBusy(false);
      focusFirst(issuesOf(error));
    }
  };

  const focusFirst = ([first]: Issue[]) => {
    const control = first && form.current?.elements.namedItem(first.path);
    if (control instanceof HTMLElement) control.focus();
  };
  const issues = issuesOf(problem);
  const complaint = (field: string) => issues.find(({ path }) => path === field)?.message;
  // Errors of a field stand at the field.
  const faults: Fault[] = problem && issues.length === 0 ? [{ message: problem.message }] : [];
  return {
    form,
    busy,
    submits,
    complaint,
    /** The link was used meanwhile, or there is an administrator: sending again cannot succeed. */
    isOver: problem instanceof Problem && [404, 409].includes(problem.status),
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    faults,
  };
}

function issuesOf(error: unknown): Issue[] {
  return error instanceof Problem ? (error.issues ?? []) : [];
}
