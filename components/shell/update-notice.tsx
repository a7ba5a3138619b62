"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { holdScriptErrors } from "./hold-script-errors";

/** Shown once code of the page is gone from the server. An open dialog takes pointer events from the rest of the page. */
export function UpdateNotice() {
  const [isOutdated, setOutdated] = useState(false);
  useEffect(() => holdScriptErrors(() => setOutdated(true)), []);
  return (
    <div role="alert" id="update">
      {isOutdated && (
        <div className="pointer-events-auto fixed inset-x-4 bottom-20 z-50 mx-auto flex max-w-xl flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-xl border border-line bg-raised p-4 shadow-high md:bottom-6 md:left-58 print:hidden">
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-medium">Postback was updated</p>
            <p className="text-soft text-sm">
              Reload the page to continue. Unsaved input is lost, so copy it first.
            </p>
          </div>
          <Button look="primary" onClick={() => window.location.reload()}>
            Reload page
          </Button>
        </div>
      )}
    </div>
  );
}
