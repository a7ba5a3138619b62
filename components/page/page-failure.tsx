"use client";

import { OctagonX } from "lucide-react";
import { Button } from "@/components/ui/button";
import { buttonShape } from "@/components/ui/button-shape";
import { CopyButton } from "@/components/ui/copy-button";

type Props = { digest: string | undefined; retry: () => void };

/**
 * Shown when a page fails to render: error id, retry and a link. The link is a plain `<a>`, which reloads the
 * application and adds no script to every page.
 */
export function PageFailure({ digest, retry }: Props) {
  return (
    <div role="alert" className="mx-auto max-w-md py-16 text-center">
      <OctagonX aria-hidden="true" className="mx-auto size-8 text-bad" />
      <h1 className="mt-4 font-semibold text-xl tracking-tight">This page could not be shown</h1>
      <p className="mt-1 text-soft">
        The server failed, or your role cannot open this page. Nothing was changed.
      </p>
      {digest && (
        <p className="mt-2 flex items-center justify-center text-soft text-sm">
          Error <code className="mx-1 font-mono text-xs">{digest}</code>
          <CopyButton text={digest} label="Copy error id" />
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
