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
export function Popover({ trigger, ...panel }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
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
