import type { ComponentProps, MouseEvent } from "react";
import { buttonShape, type Look } from "./button-shape";

type Props = Look &
  ComponentProps<"button"> & {
    /** Its action is under way. It does nothing, and keeps the focus, which `disabled` would lose. */
    busy?: boolean | undefined;
  };

export function Button({ look, size, shape, pill, className, busy, onClick, ...rest }: Props) {
  const classes = buttonShape({ look, size, shape, pill, className });
  return (
    <button
      type="button"
      className={classes}
      aria-disabled={busy || undefined}
      onClick={busy ? ignore : onClick}
      {...rest}
    />
  );
}

/** Does nothing. A submit button does not submit its form either. */
function ignore(event: MouseEvent): void {
  event.preventDefault();
}
