"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";

type Props = {
  icon: LucideIcon;
  name: string;
  /** Consequence, shown during confirmation. */
  warning: string;
  confirm: string;
  decline?: string;
  /** Result; announced whenever it changes. */
  status: string;
  busy: boolean;
  disabled?: boolean;
  onConfirm: () => void;
};

/** A button that asks for confirmation in place and then shows the result. */
export function AskButton(props: Props) {
  const { icon: Icon, name, warning, confirm, decline = "Cancel", status } = props;
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
          // `aria-disabled` keeps the focus while busy; `disabled` would lose it.
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
      {/* As wide as the buttons, which alone take room beside others. */}
      <p role="status" className="w-0 min-w-full text-soft text-sm sm:text-right">
        {asking ? warning : status}
      </p>
    </div>
  );
}
