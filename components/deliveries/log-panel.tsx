"use client";

import { ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { PanelSkeleton } from "./delivery-skeleton";

const DeliveryView = dynamic(() => import("./delivery-view").then((m) => m.DeliveryView), {
  loading: () => <PanelSkeleton />,
});

type Props = {
  id: string;
  /** A person asked for it, so that the focus goes along. */
  focused: boolean;
  close: () => void;
  /** Absent at an end of the list. */
  newer: (() => void) | undefined;
  older: (() => void) | undefined;
};

/** One delivery beside the log, which stays usable: nothing holds the focus here. */
export function LogPanel({ id, focused, close, newer, older }: Props) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (focused) panel.current?.focus({ preventScroll: true });
  }, [focused]);
  const small = "w-7 px-0!";
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Delivery"
      className="sticky top-18 max-h-[calc(100dvh-5.5rem)] min-w-0 overflow-y-auto rounded-lg border border-line bg-canvas shadow-low outline-none max-lg:hidden"
    >
      <div className="sticky top-0 z-10 flex items-center gap-1 border-line border-b bg-sunken px-3 py-1.5">
        <Button
          look="quiet"
          size="small"
          className={small}
          aria-label="Newer delivery"
          title="Newer delivery (K)"
          disabled={!newer}
          onClick={newer}
        >
          <ChevronUp aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          size="small"
          className={small}
          aria-label="Older delivery"
          title="Older delivery (J)"
          disabled={!older}
          onClick={older}
        >
          <ChevronDown aria-hidden="true" />
        </Button>
        <ButtonLink
          look="quiet"
          size="small"
          className={`ml-auto ${small}`}
          href={`/deliveries/${id}`}
          prefetch={false}
          aria-label="Open delivery as a page"
          title="Open as a page (O)"
        >
          <Maximize2 aria-hidden="true" />
        </ButtonLink>
        <Button
          look="quiet"
          size="small"
          className={small}
          aria-label="Close delivery"
          title="Close (Esc)"
          onClick={close}
        >
          <X aria-hidden="true" />
        </Button>
      </div>
      <div className="p-4">
        <DeliveryView key={id} id={id} place="panel" />
      </div>
    </aside>
  );
}
