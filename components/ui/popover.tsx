"use client";

import dynamic from "next/dynamic";
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

type Props = {
  trigger: ReactElement<ComponentProps<"button">>;
  label: string;
  align?: "start" | "end";
  /** Loads the code of the children, with that of the popover. */
  preload?: (() => void) | undefined;
  children: ReactNode;
};

const load = () => import("./popover-panel");
// Without this boundary the whole page would fall back to its skeleton and lose the focus.
const Panel = dynamic(() => load().then((it) => it.PopoverPanel), { ssr: false });

const CloseContext = createContext<() => void>(() => {});

/** Returns a function that closes the surrounding popover. */
export function useClosePopover(): () => void {
  return useContext(CloseContext);
}

/** A popover. Its positioning code loads on hover or focus of the trigger. */
export function Popover({ trigger, preload, ...panel }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const loadAll = () => {
    void load();
    preload?.();
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        onPointerEnter: loadAll,
        onFocus: loadAll,
        onClick: () => setOpen(!open),
      })}
      {open && (
        <CloseContext value={close}>
          <Panel at={button} close={close} {...panel} />
        </CloseContext>
      )}
    </>
  );
}
