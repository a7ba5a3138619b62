"use client";

import { type FormEvent, useRef, useState } from "react";
import type { Fault } from "@/components/form/error-summary";
import { Problem } from "@/lib/protocol/problem";

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
    }
  };

  const issues = problem instanceof Problem ? (problem.issues ?? []) : [];
  const complaint = (field: string) => issues.find(({ path }) => path === field)?.message;
  const focus = (field: string) => () => {
    const control = form.current?.elements.namedItem(field);
    if (control instanceof HTMLElement) control.focus();
  };
  const faults: Fault[] = issues.map(({ path, message }) => ({ message, focus: focus(path) }));
  if (problem && faults.length === 0) faults.push({ message: problem.message });
  return {
    form,
    busy,
    submits,
    complaint,
    onSubmit: (event: FormEvent<HTMLFormElement>) => void submit(event),
    faults,
  };
}
