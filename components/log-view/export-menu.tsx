"use client";

import { ChevronDown, Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { buttonShape } from "@/components/ui/button-shape";
import { Popover } from "@/components/ui/popover";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";

/** Exports matching deliveries: CSV by one click, other formats in the menu. */
export function ExportMenu({ view }: { view: DeliveryView }) {
  return (
    <div className="flex">
      <ExportLink view={view} className="rounded-r-none" data-export>
        <Download aria-hidden="true" />
      </ExportLink>
      <Popover
        label="Export"
        align="end"
        trigger={
          <Button
            size="toolbar"
            shape="tight"
            aria-label="More export formats"
            className="-ml-px rounded-l-none"
          >
            <ChevronDown aria-hidden="true" className="size-3.5" />
          </Button>
        }
      >
        <p className="mb-2 max-w-64 text-soft text-sm">
          Matching deliveries, newest first, up to 50,000 rows.
        </p>
        <FormatLink href={exportAddress(view, "csv")}>CSV, for a spreadsheet</FormatLink>
        <FormatLink href={exportAddress(view, "ndjson")}>NDJSON, for a program</FormatLink>
      </Popover>
    </div>
  );
}

type ExportLinkProps = React.ComponentProps<"a"> & { view: DeliveryView };

/** Downloads the matching deliveries as CSV. */
export function ExportLink({ view, className, children, ...rest }: ExportLinkProps) {
  return (
    <a
      href={exportAddress(view, "csv")}
      download
      // "Last hour" counts from the click, not from the time of rendering.
      onClick={({ currentTarget }) => {
        currentTarget.href = exportAddress(view, "csv");
      }}
      suppressHydrationWarning
      aria-label="Export as CSV"
      title="Export matching deliveries as CSV, at most 50,000 (E)"
      className={buttonShape({ size: "toolbar", shape: "icon", className })}
      {...rest}
    >
      {children}
    </a>
  );
}

function exportAddress(view: DeliveryView, format: string): string {
  return `/v1/deliveries/export?${new URLSearchParams({ format, ...queryOf(view, Date.now()) })}`;
}

function FormatLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <a
      href={href}
      download
      className="tap flex min-h-8 items-center rounded-md px-2 font-medium hover:bg-hover"
    >
      {children}
    </a>
  );
}
