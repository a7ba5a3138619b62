"use client";

import { Columns3 } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Choice } from "@/components/ui/choice";
import { Popover } from "@/components/ui/popover";
import { columnNames } from "./columns";
import { useColumns } from "./use-columns";

/** Choice of the columns, remembered by this browser. */
export function ColumnsMenu({ own }: { own: boolean }) {
  const { all, hidden, toggle } = useColumns(own);
  return (
    <Popover
      label="Columns"
      align="end"
      trigger={
        <Button size="toolbar" shape="icon" aria-label="Columns" title="Columns">
          <Columns3 aria-hidden="true" />
        </Button>
      }
    >
      <fieldset>
        <legend className="mb-1 font-medium text-sm text-soft">Columns</legend>
        {all.map((column) => (
          <Choice
            key={column}
            type="checkbox"
            label={columnNames[column]}
            checked={!hidden.has(column)}
            onChange={() => toggle(column)}
          />
        ))}
      </fieldset>
    </Popover>
  );
}
