"use client";

import { Ellipsis } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";
import { Button } from "./button";
import { Popover } from "./popover";

type Props = {
  /** Names the object, such as "Actions for video-pipeline". */
  label: string;
  /** Look of the trigger. */
  button?: Pick<ComponentProps<typeof Button>, "look" | "size" | "className"> | undefined;
  preload?: () => Promise<unknown>;
  /** `MenuItem`s. */
  children: ReactNode;
};

const ofRow = { look: "quiet", size: "small" } as const;

/** Menu of an object: a button with an ellipsis, and its actions. */
export function ActionsMenu({ label, button = ofRow, preload, children }: Props) {
  return (
    <Popover
      label={label}
      align="end"
      preload={preload}
      trigger={
        <Button {...button} shape="icon" aria-label={label}>
          <Ellipsis aria-hidden="true" />
        </Button>
      }
    >
      <ul className="grid gap-0.5">{children}</ul>
    </Popover>
  );
}
