"use client";

import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { AuditView } from "@/lib/audit/view";

const formats = ["csv", "ndjson"] as const;

/** What the filters let through, as a file. */
export function ExportButtons({ view }: { view: AuditView }) {
  const work = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const { exportAudit } = await import("./export-audit");
      return exportAudit(view, format);
    },
  });
  return (
    <div className="flex items-center gap-2">
      <p role="status" className="text-soft text-sm empty:hidden">
        {work.isPending && "Reading…"}
        {work.error && <span className="text-bad">{work.error.message}</span>}
        {work.data?.cut && `Cut after ${work.data.rows} entries`}
      </p>
      {formats.map((format) => (
        <Button
          key={format}
          size="small"
          className="h-8!"
          aria-label={`Export as ${format.toUpperCase()}`}
          disabled={work.isPending}
          onClick={() => work.mutate(format)}
        >
          <Download aria-hidden="true" />
          {format.toUpperCase()}
        </Button>
      ))}
    </div>
  );
}
