import type { ComponentProps, MouseEvent } from "react";
import { buttonShape, type Look } from "./button-shape";
import { useOnce } from "./use-once";

type Props = Look &
  ComponentProps<"button"> & {
    /**
     * Its action is under way. It does nothing, and keeps the focus, which `disabled` would lose. With false or true, the second
     * press of two in quick succession does nothing either: it could come before the first one makes the button busy, or after its
     * action has ended and the button has another.
     */
    busy?: boolean | undefined;
  };

export function Button({ look, size, shape, pill, className, busy, onClick, ...rest }: Props) {
  const counts = useOnce();
  // Preventing the click of a submit button also prevents that it submits its form.
  const guard = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || event.detail > 1 || !counts()) event.preventDefault();
    else onClick?.(event);
  };
  const classes = buttonShape({ look, size, shape, pill, className });
  return (
    <button
      type="button"
      className={classes}
      aria-disabled={busy || undefined}
      onClick={busy === undefined ? onClick : guard}
      {...rest}
    />
  );
}
