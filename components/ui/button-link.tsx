import type { ComponentProps } from "react";
import { buttonShape, type Look } from "./button-shape";
import { HoverPrefetchLink } from "./hover-prefetch-link";

/** A link that looks like a button. It navigates; an action is a `Button`. */
export function ButtonLink({
  look,
  size,
  shape,
  pill,
  className,
  ...rest
}: Look & ComponentProps<typeof HoverPrefetchLink>) {
  return (
    <HoverPrefetchLink className={buttonShape({ look, size, shape, pill, className })} {...rest} />
  );
}
