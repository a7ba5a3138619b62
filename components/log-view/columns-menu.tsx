"use client";

import { Columns3 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { FilterOptions } from "@/components/ui/filter-options";
import { Popover } from "@/components/ui/popover";
import { columnNames } from "./columns";
import { useColumns } from "./use-columns";

/** Choice of the columns, remembered by this browser. */
export function ColumnsMenu({ own }: { own: boolean }) {
  const { all, hidden, show } = useColumns(own);
  return (
    <Popover
      label="Columns"
      align="end"
      trigger={
        <Button
          size="toolbar"
          shape="icon"
          // On a narrow log, rows are cards without columns.
          className="@max-log:hidden"
          aria-label="Columns"
          title="Columns"
        >
          <Columns3 aria-hidden="true" />
        </Button>
      }
    >
      <FilterOptions
        legend="Columns"
        heading
        type="checkbox"
        options={all.map((column) => ({ value: column, label: columnNames[column] }))}
        chosen={all.filter((column) => !hidden.has(column))}
        onChange={show}
      />
    </Popover>
  );
}
