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
  /** Width of the window from which it stands at the right edge of its row; null for never. */
  rightFrom?: keyof typeof places | null;
  onConfirm: () => void;
};

/** The button that declines takes the place of the first press: last at the right edge, first at the left edge. */
const places = {
  sm: { all: "sm:justify-items-end", decline: "sm:order-last", status: "sm:text-right" },
  lg: { all: "lg:justify-items-end", decline: "lg:order-last", status: "lg:text-right" },
};
const left = { all: "", decline: "", status: "" };

/** A button that asks for confirmation in place and then shows the result. A double click or a held key confirms nothing. */
export function AskButton(props: Props) {
  const { icon: Icon, name, warning, confirm, decline = "Cancel", status } = props;
  const { busy, disabled = false, rightFrom = "sm", onConfirm } = props;
  const place = rightFrom ? places[rightFrom] : left;
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
    <div className={`grid content-start gap-1.5 ${place.all}`}>
      <div className="flex gap-2">
        {asking && (
          <>
            <Button look="quiet" className={place.decline} onClick={() => setAsking(false)}>
              {decline}
            </Button>
            <Button
              look="primary"
              onClick={go}
              onKeyDown={(event) => event.repeat && event.preventDefault()}
              autoFocus
            >
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
      <p role="status" className={`w-0 min-w-full text-soft text-sm ${place.status}`}>
        {asking ? warning : status}
      </p>
    </div>
  );
}
