import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "./button";

type Props = Omit<ComponentProps<typeof Button>, "children" | "name" | "shape" | "title"> & {
  icon: LucideIcon;
  /** Accessible name, also shown on hover. */
  name: string;
  /** Key with the same effect. */
  shortcut?: string;
};

/** A small quiet button that shows only an icon. */
export function IconButton({ icon: Icon, name, shortcut, ...rest }: Props) {
  return (
    <Button
      look="quiet"
      size="small"
      shape="icon"
      aria-label={name}
      title={shortcut ? `${name} (${shortcut})` : name}
      {...rest}
    >
      <Icon aria-hidden="true" />
    </Button>
  );
}
