import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonShape, type Look } from "./button-shape";

/** A link that looks like a button. It navigates; an action is a `Button`. */
export function ButtonLink({
  look,
  size,
  shape,
  pill,
  className,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return <Link className={buttonShape({ look, size, shape, pill, className })} {...rest} />;
}
