import Link from "next/link";
import type { ComponentProps } from "react";
import { buttonShape, type Look } from "./button-shape";

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({
  look = "plain",
  size = "normal",
  className = "",
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return <Link className={`${buttonShape({ look, size })} ${className}`} {...rest} />;
}
