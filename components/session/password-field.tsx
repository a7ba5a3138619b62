"use client";

import { useState } from "react";
import { Field } from "@/components/form/field";
import { Button } from "@/components/ui/button";
import { Input, literal } from "@/components/ui/input";

type Props = {
  autoComplete: "current-password" | "new-password";
  hint?: string;
  error?: string | undefined;
  autoFocus?: boolean;
};

export function PasswordField({ autoComplete, hint, error, autoFocus = false }: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field label="Password" hint={hint} error={error}>
      {(wiring) => (
        <div className="relative">
          <Input
            type={shown ? "text" : "password"}
            name="password"
            autoComplete={autoComplete}
            autoFocus={autoFocus}
            className="pr-16"
            {...literal}
            {...wiring}
          />
          <Button
            look="quiet"
            size="small"
            className="absolute top-1/2 right-1 -translate-y-1/2"
            aria-label={shown ? "Hide password" : "Show password"}
            onClick={() => setShown(!shown)}
          >
            {shown ? "Hide" : "Show"}
          </Button>
        </div>
      )}
    </Field>
  );
}
