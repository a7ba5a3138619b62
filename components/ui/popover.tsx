"use client";

import dynamic from "next/dynamic";
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from "react";

type Props = {
  trigger: ReactElement<ComponentProps<"button">>;
  label: string;
  align?: "start" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  children: ReactNode;
};

const load = () => import("./popover-panel");
// Without this boundary the whole page would fall back to its skeleton and lose the focus.
const Panel = dynamic(() => load().then((it) => it.PopoverPanel), { ssr: false });

/** A popover. Its positioning code loads on hover or focus of the trigger. */
export function Popover({ trigger, open: given, onOpenChange, ...panel }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [own, setOwn] = useState(false);
  const open = given ?? own;
  const change = (next: boolean) => {
    setOwn(next);
    onOpenChange?.(next);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        "aria-haspopup": "dialog",
        "aria-expanded": open,
        onPointerEnter: () => void load(),
        onFocus: () => void load(),
        onClick: () => change(!open),
      })}
      {open && <Panel at={button} close={() => change(false)} {...panel} />}
    </>
  );
}
