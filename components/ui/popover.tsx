"use client";

import {
  type ComponentProps,
  cloneElement,
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useRef,
  useState,
} from "react";
import { preloadable } from "./preloadable";

type Props = {
  trigger: ReactElement<ComponentProps<"button">>;
  label: string;
  describedBy?: string;
  align?: "start" | "end";
  /** Loads the code of the children, with that of the popover. */
  preload?: (() => Promise<unknown>) | undefined;
  children: ReactNode;
};

const Panel = preloadable(() => import("./popover-panel").then((made) => made.PopoverPanel));

const CloseContext = createContext<() => void>(() => {});

/** Returns a function that closes the surrounding popover. */
export function useClosePopover(): () => void {
  return useContext(CloseContext);
}

/** A popover. Its code loads on hover or focus of the trigger, and it opens once the code is there. */
export function Popover({ trigger, preload, ...panel }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const loadAll = () => Promise.allSettled([Panel.preload(), preload?.()]);
  const show = () => loadAll().then(() => setOpen(true));
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        onPointerEnter: () => void loadAll(),
        onFocus: () => void loadAll(),
        onClick: open ? close : () => void show(),
      })}
      {open && (
        <CloseContext value={close}>
          <Panel at={button} close={close} {...panel} />
        </CloseContext>
      )}
    </>
  );
}
