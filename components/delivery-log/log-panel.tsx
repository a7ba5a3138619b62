"use client";

import { ChevronDown, ChevronUp, Maximize2, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { DeliveryView } from "@/components/deliveries/delivery-view";
import { focusRow, isFocusNowhere } from "@/components/log-view/row-focus";
import { hasDrawer } from "@/components/log-view/use-log-view";
import { useShortcuts } from "@/components/shortcuts/use-shortcuts";
import { ButtonLink } from "@/components/ui/button-link";
import { IconButton } from "@/components/ui/icon-button";
import { returnTo } from "./return-to";
import type { Log } from "./use-log";

type Props = { id: string; log: Log };

/** The open delivery, in a drawer over the right side of the log. */
export function LogPanel({ id, log }: Props) {
  const { open, byKey } = log.display;
  const { rows } = log.feed;
  const router = useRouter();
  const close = () => open(null, (address) => returnTo(address, router));
  useShortcuts({ deliveryClose: close });
  const at = rows.findIndex((row) => row.id === id);
  useNarrowRedirect(id);
  const to = (index: number) => {
    const target = at < 0 ? undefined : rows[index];
    return (
      target &&
      (() => {
        open(target.id);
        log.place.current?.reveal(index);
      })
    );
  };
  return (
    <Panel id={id} log={log} focused={byKey} leave={close}>
      <PanelBar id={id} close={close} newer={to(at - 1)} older={to(at + 1)} />
      <div className="px-5 py-3">
        <DeliveryView key={id} id={id} place="panel" />
      </div>
    </Panel>
  );
}

/** Where there is no room for a drawer, a link to one opens the page of its delivery. */
function useNarrowRedirect(id: string): void {
  const router = useRouter();
  const first = useRef(id);
  useEffect(() => {
    if (!window.matchMedia(hasDrawer).matches) router.replace(`/deliveries/${first.current}`);
  }, [router]);
}

type PanelProps = Props & { focused: boolean; leave: () => void; children: ReactNode };

/**
 * Non-modal; takes the focus only when opened by keyboard. What it covers cannot be seen, so it closes when the focus
 * moves there.
 */
function Panel({ id, log, focused, leave, children }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  useFocusOnRowAfter(panel, id, log);
  useEffect(() => {
    if (focused) panel.current?.focus({ preventScroll: true });
  }, [focused]);
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const { current } = panel;
      if (!current || !(target instanceof Element) || current.contains(target)) return;
      const covered = target.getBoundingClientRect().left >= current.getBoundingClientRect().left;
      if (covered && !target.closest("[role=dialog]")) leave();
    };
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  });
  return (
    <aside
      ref={panel}
      tabIndex={-1}
      aria-label="Delivery"
      className="fixed inset-y-0 right-0 z-30 w-[max(36.25rem,46vw)] max-w-[60rem] overflow-y-auto overscroll-contain border-line border-l bg-canvas shadow-high outline-none max-lg:hidden print:hidden"
    >
      {children}
    </aside>
  );
}

/**
 * When the panel closes while it has the focus, moves the focus to the row that it showed, and the row into sight. A focus
 * on another row stays.
 */
function useFocusOnRowAfter(panel: RefObject<HTMLElement | null>, id: string, log: Log): void {
  const latest = useRef({ id, log });
  useEffect(() => {
    latest.current = { id, log };
  });
  useLayoutEffect(() => {
    const element = panel.current;
    return () => {
      const { id, log } = latest.current;
      const focused = document.activeElement;
      if (element?.contains(focused)) {
        const at = log.feed.rows.findIndex((row) => row.id === id);
        if (at >= 0) log.place.current?.reveal(at);
        focusRow(id);
      } else if (isFocusNowhere()) focusRow(id, 0);
    };
  }, [panel]);
}

type BarProps = {
  id: string;
  close: () => void;
  /** Absent at an end of the list. */
  newer: (() => void) | undefined;
  older: (() => void) | undefined;
};

/** At an end of the list a button keeps the focus, which `disabled` would lose. */
function PanelBar({ id, close, newer, older }: BarProps) {
  return (
    <div className="sticky top-0 z-10 flex items-center gap-1 border-line border-b bg-canvas px-3 py-1">
      <IconButton
        icon={ChevronUp}
        name="Newer delivery"
        shortcut="K"
        aria-disabled={!newer || undefined}
        onClick={newer}
      />
      <IconButton
        icon={ChevronDown}
        name="Older delivery"
        shortcut="J"
        aria-disabled={!older || undefined}
        onClick={older}
      />
      <ButtonLink
        look="quiet"
        size="small"
        shape="icon"
        className="ml-auto"
        href={`/deliveries/${id}`}
        aria-label="Open delivery as a page"
        title="Open as a page (O)"
      >
        <Maximize2 aria-hidden="true" />
      </ButtonLink>
      <IconButton icon={X} name="Close delivery" shortcut="Esc" onClick={close} />
    </div>
  );
}
