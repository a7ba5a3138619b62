"use client";

import { ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format";

/** What came while somebody reads further down, and the way there. */
export function NewRows({ count, show }: { count: number; show: () => void }) {
  return (
    <div aria-live="polite" className="pointer-events-none sticky top-26 z-20 h-0 text-center">
      {count > 0 && (
        <Button
          look="primary"
          size="small"
          className="pointer-events-auto rounded-full! shadow-high"
          onClick={show}
        >
          {formatCount(count)} new
          <ArrowUp aria-hidden="true" />
        </Button>
      )}
    </div>
  );
}
