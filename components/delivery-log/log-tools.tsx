"use client";

import { Bookmark, Link2 } from "lucide-react";
import dynamic from "next/dynamic";
import { linkTo } from "@/components/deliveries/log-link";
import { ColumnsMenu } from "@/components/log-view/columns-menu";
import { ExportMenu } from "@/components/log-view/export-menu";
import type { LogView } from "@/components/log-view/use-log-view";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Popover } from "@/components/ui/popover";
import { preloadable } from "@/components/ui/preloadable";

/** Actions on all matching deliveries. */
export function LogTools({ filters: { view, filtered, lockedTo } }: { filters: LogView }) {
  return (
    <>
      <RetryAll view={view} />
      <CopyButton
        text={() => linkTo(view, Date.now())}
        label="Copy a link to this view"
        icon={Link2}
      />
      {!lockedTo && <SavedViews filtered={filtered} />}
      <ColumnsMenu own={lockedTo !== undefined} />
      <ExportMenu view={view} />
    </>
  );
}

// Drawn by the browser only, and only for deliveries in trouble.
const RetryAll = dynamic(() => import("./retry-all").then((made) => made.RetryAll), { ssr: false });

const ViewMenu = preloadable(() =>
  import("@/components/log-view/view-menu").then((made) => made.ViewMenu),
);

/** Saved views, and a form that saves the current filters. */
function SavedViews({ filtered }: { filtered: boolean }) {
  const name = filtered ? "Save view" : "Views";
  return (
    <Popover
      label="Saved views"
      align="end"
      preload={ViewMenu.preload}
      trigger={
        <Button look="quiet" size="toolbar" shape="icon" aria-label={name} title={name}>
          <Bookmark aria-hidden="true" />
        </Button>
      }
    >
      <ViewMenu filtered={filtered} />
    </Popover>
  );
}
