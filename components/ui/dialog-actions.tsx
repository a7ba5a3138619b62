import type { ReactNode } from "react";

type Props = {
  /** Why the action failed. */
  error?: Error | null;
  children: ReactNode;
};

/** Actions of a dialog: cancel first, the action last. */
export function DialogActions({ error, children }: Props) {
  return (
    <>
      {error && (
        <p role="alert" className="mt-3 font-medium text-bad">
          {error.message}
        </p>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">{children}</div>
    </>
  );
}
