"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { settingsQueries, useSaveSettings } from "@/lib/settings/queries";
import { type PausedHere, readPausedHere, setPausedHere, watchPausedHere } from "./paused-here";

const dismiss = () => setPausedHere(undefined);

/** What the palette paused or resumed, with Undo, as long as it is so and the page of this webhook is shown. */
export function UndoPause() {
  const done = useSyncExternalStore(watchPausedHere, readPausedHere, () => undefined);
  const path = usePathname();
  const isShown = done !== undefined && path.startsWith(`/webhooks/${done.id}`);
  return (
    <div role="status">{isShown && <Done key={`${done.id} ${done.paused}`} done={done} />}</div>
  );
}

function Done({ done }: { done: PausedHere }) {
  const { id, name, paused } = done;
  const save = useSaveSettings();
  // Read and kept up to date by the page.
  const { data: now } = useQuery({ ...settingsQueries.one(id), enabled: false });
  const isOver = now !== undefined && now.paused !== paused;
  useEffect(() => {
    if (isOver) dismiss();
  }, [isOver]);
  useEffect(
    () => () => {
      if (readPausedHere() === done) dismiss();
    },
    [done],
  );
  const undo = () => save.mutate({ id, patch: { paused: !paused } }, { onSuccess: dismiss });
  return (
    <div className="fixed inset-x-4 bottom-20 z-30 mx-auto flex w-fit max-w-xl items-center gap-2 rounded-lg border border-line bg-raised py-1.5 pr-1.5 pl-3 shadow-high md:bottom-6 md:left-58 print:hidden">
      <p className="wrap-anywhere min-w-0">
        {paused ? `Paused ${name}. New events wait until it is resumed.` : `Resumed ${name}.`}
        {save.error && <span className="block text-bad text-sm">{save.error.message}</span>}
      </p>
      <Button size="small" busy={save.isPending} onClick={undo}>
        Undo
      </Button>
      <IconButton icon={X} name="Close" onClick={dismiss} />
    </div>
  );
}
