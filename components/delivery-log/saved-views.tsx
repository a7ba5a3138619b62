"use client";

import { Bookmark } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";

const ViewMenu = dynamic(() => import("./view-menu").then((made) => made.ViewMenu), { ssr: false });

/** Filters that were given a name, and a name for those that are set. */
export function SavedViews({ filtered }: { filtered: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Saved views"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look="quiet" size="small" className="h-8!">
          <Bookmark aria-hidden="true" />
          {filtered ? "Save view" : "Views"}
        </Button>
      }
    >
      <ViewMenu filtered={filtered} close={() => setOpen(false)} />
    </Popover>
  );
}
