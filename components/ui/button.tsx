import type { ComponentProps } from "react";
import { buttonShape, type Look } from "./button-shape";

export function Button({
  look,
  size,
  shape,
  pill,
  className,
  ...rest
}: Look & ComponentProps<"button">) {
  const classes = buttonShape({ look, size, shape, pill, className });
  return <button type="button" className={classes} {...rest} />;
}
