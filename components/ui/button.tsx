import type { ComponentProps, MouseEvent } from "react";
import { buttonShape, type Look } from "./button-shape";

type Props = Look &
  ComponentProps<"button"> & {
    /**
     * Its action is under way. It does nothing, and keeps the focus, which `disabled` would lose. With false or true, the second
     * click of a double click does nothing either: it could come before the first one makes the button busy, or after its action
     * has ended and the button has another.
     */
    busy?: boolean | undefined;
  };

export function Button({ look, size, shape, pill, className, busy, onClick, ...rest }: Props) {
  const classes = buttonShape({ look, size, shape, pill, className });
  return (
    <button
      type="button"
      className={classes}
      aria-disabled={busy || undefined}
      onClick={busy === undefined ? onClick : unless(busy, onClick)}
      {...rest}
    />
  );
}

type Click = ComponentProps<"button">["onClick"];

/** Ignores clicks while busy, and all but the first of several in quick succession. Then a submit button does not submit either. */
function unless(busy: boolean, onClick: Click) {
  return (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || event.detail > 1) event.preventDefault();
    else onClick?.(event);
  };
}
