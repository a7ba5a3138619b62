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
// A boundary of its own: without, all of the page would give way to its skeleton, and the focus be lost.
const Panel = dynamic(() => load().then((it) => it.PopoverPanel), { ssr: false });

/** A small panel that hangs from its button. What places it is loaded when somebody is about to open it. */
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
