"use client";

import { Button } from "@/components/ui/button";
import { buttonShape } from "@/components/ui/button-shape";

type Props = { digest: string | undefined; retry: () => void };

/**
 * Shown when a page fails to render: error id, retry and a link. It is part of every page, so it has no icons, no copy
 * button and a plain `<a>`, which reloads the application.
 */
export function PageFailure({ digest, retry }: Props) {
  return (
    <div role="alert" className="mx-auto max-w-md py-16 text-center">
      <p className="font-medium text-bad text-sm">Error</p>
      <h1 className="mt-1 font-semibold text-xl tracking-tight">This page could not be shown</h1>
      <p className="mt-1 text-soft">
        The server failed, or your role cannot open this page. Nothing was changed.
      </p>
      {digest && (
        <p className="mt-2 text-soft text-sm">
          Error id <code className="select-all font-mono text-xs">{digest}</code>
        </p>
      )}
      <div className="mt-6 flex justify-center gap-2">
        <Button look="primary" onClick={retry}>
          Retry
        </Button>
        <a href="/system" className={buttonShape({})}>
          System status
        </a>
      </div>
    </div>
  );
}
