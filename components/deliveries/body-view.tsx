"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CodeBlock } from "@/components/ui/code-block";

type Form = "exact" | "formatted";
type Props = { label: string; body: string; preferred: Form };

/** A body byte for byte, as a signature covers it, or set out for reading when it is JSON. */
export function BodyView({ label, body, preferred }: Props) {
  const [form, setForm] = useState(preferred);
  const formatted = setOut(body);
  const other = form === "exact" ? "formatted" : "exact";
  return (
    <>
      <CodeBlock label={label} code={form === "formatted" ? (formatted ?? body) : body} wrap />
      {formatted !== null && (
        <Button look="quiet" size="small" className="mt-1 -ml-2.5" onClick={() => setForm(other)}>
          {other === "exact" ? "Show exact bytes" : "Show formatted"}
        </Button>
      )}
    </>
  );
}

function setOut(body: string): string | null {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return null;
  }
}
