import { ChevronDown, Download } from "lucide-react";
import { Button } from "@/components/ui/button";
import { buttonShape } from "@/components/ui/button-shape";
import { Popover } from "@/components/ui/popover";
import { type DeliveryView, queryOf } from "@/lib/deliveries/view";

/** A file of what the filters find: a spreadsheet's by one click, a program's beside it. */
export function Export({ view }: { view: DeliveryView }) {
  const hrefOf = (format: string) =>
    `/v1/deliveries/export?${new URLSearchParams({ format, ...queryOf(view, Date.now()) })}`;
  return (
    <div className="flex">
      <a
        href={hrefOf("csv")}
        download
        // "The last hour" is counted from the click, and the server drew this at another moment.
        onClick={({ currentTarget }) => {
          currentTarget.href = hrefOf("csv");
        }}
        suppressHydrationWarning
        title="What these filters find as CSV (E)"
        className={`${buttonShape({ size: "small" })} h-8! rounded-r-none`}
        data-export
      >
        <Download aria-hidden="true" />
        Export<span className="sr-only"> as CSV</span>
      </a>
      <Popover
        label="Export"
        align="end"
        trigger={
          <Button
            size="small"
            aria-label="Other formats of the export"
            className="-ml-px h-8! w-7 rounded-l-none px-0!"
          >
            <ChevronDown aria-hidden="true" className="size-3.5!" />
          </Button>
        }
      >
        <p className="mb-2 max-w-64 text-soft text-sm">
          What these filters find, newest first, at most 50,000 rows.
        </p>
        <FormatLink href={hrefOf("csv")}>CSV, for a spreadsheet</FormatLink>
        <FormatLink href={hrefOf("ndjson")}>NDJSON, for a program</FormatLink>
      </Popover>
    </div>
  );
}

function FormatLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      download
      className="flex min-h-8 items-center rounded-md px-2 font-medium hover:bg-hover"
    >
      {children}
    </a>
  );
}
