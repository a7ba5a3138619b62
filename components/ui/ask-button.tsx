"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";

type Props = {
  icon: LucideIcon;
  name: string;
  /** What is at stake, said while it is asked. */
  warning: string;
  confirm: string;
  decline?: string;
  /** What became of it; read out whenever it changes. */
  told: string;
  busy: boolean;
  disabled?: boolean;
  onConfirm: () => void;
};

/** A deed that asks once more in its own place, and then tells what became of it. */
export function AskButton(props: Props) {
  const { icon: Icon, name, warning, confirm, decline = "Cancel", told } = props;
  const { busy, disabled = false, onConfirm } = props;
  const [asking, setAsking] = useState(false);
  const [asked, setAsked] = useState(false);

  const ask = () => {
    setAsked(true);
    setAsking(true);
  };
  const go = () => {
    setAsking(false);
    onConfirm();
  };
  return (
    <div className="grid content-start gap-1.5 sm:justify-items-end">
      <div className="flex gap-2">
        {asking && (
          <>
            <Button look="quiet" onClick={() => setAsking(false)}>
              {decline}
            </Button>
            <Button look="primary" onClick={go} autoFocus>
              {confirm}
            </Button>
          </>
        )}
        {!asking && (
          // Busy it keeps the focus that the question had; a disabled one would lose it.
          <Button
            disabled={disabled}
            aria-disabled={busy || undefined}
            autoFocus={asked}
            onClick={busy ? undefined : ask}
          >
            <Icon aria-hidden="true" />
            {name}
          </Button>
        )}
      </div>
      <p role="status" className="text-soft text-sm sm:text-right">
        {asking ? warning : told}
      </p>
    </div>
  );
}
