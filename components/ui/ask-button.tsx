"use client";

import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "./button";
import type { Look } from "./button-shape";

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
  place?: keyof typeof places;
  size?: Look["size"];
  onConfirm: () => void;
};

const grid = "grid content-start gap-1.5";
/** As wide as the buttons, which alone take room beside others. */
const below = "w-0 min-w-full";

/**
 * The button that declines takes the place of the first press: last at the right edge, first at the left edge. In a `row` with other
 * buttons the status is in the last line of the row, which has room for it; `rowOrRight` is a row in windows below `xl`, and
 * `rowOfGrid` ends at the right edge above.
 */
const places = {
  left: { all: grid, decline: "", confirm: "", status: below },
  right: {
    all: `${grid} sm:justify-items-end`,
    decline: "sm:order-last",
    confirm: "",
    status: `${below} sm:text-right`,
  },
  row: { all: "contents", decline: "", confirm: "", status: "order-last empty:absolute" },
  rowOfGrid: {
    all: "contents",
    decline: "xl:order-last",
    confirm: "",
    status: "order-last col-span-full empty:absolute",
  },
  rowOrRight: {
    all: "max-xl:contents xl:grid xl:content-start xl:justify-items-end xl:gap-1.5",
    decline: "max-sm:px-2 xl:order-last",
    confirm: "max-sm:px-2",
    status: "max-xl:order-last max-xl:empty:absolute xl:w-0 xl:min-w-full xl:text-right",
  },
};

/** A button that asks for confirmation in place and then shows the result. A double click or a held key confirms nothing. */
export function AskButton(props: Props) {
  const { icon: Icon, name, warning, confirm, decline = "Cancel", status } = props;
  const { busy, disabled = false, place = "right", size, onConfirm } = props;
  const look = places[place];
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
    <div className={look.all}>
      <div className="flex flex-wrap gap-2">
        {asking && (
          <>
            <Button
              look="quiet"
              size={size}
              className={look.decline}
              onClick={() => setAsking(false)}
            >
              {decline}
            </Button>
            <Button
              look="primary"
              size={size}
              className={look.confirm}
              busy={busy}
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
            size={size}
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
      <p role="status" className={`text-soft text-sm ${look.status}`}>
        {asking ? warning : status}
      </p>
    </div>
  );
}
