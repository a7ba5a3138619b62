import type { ComponentProps } from "react";
import { buttonShape, type Look } from "./button-shape";

export function Button({
  look = "plain",
  size = "normal",
  className = "",
  ...rest
}: Look & ComponentProps<"button">) {
  return (
    <button type="button" className={`${buttonShape({ look, size })} ${className}`} {...rest} />
  );
}
