"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { type SavedView, useRemoveView, viewQueries } from "@/lib/views/queries";
import { SaveView } from "./save-view";

type Props = { filtered: boolean; close: () => void };

/** The views that were saved, and a name for the filters that are set. */
export function ViewMenu({ filtered, close }: Props) {
  const { data, error } = useQuery(viewQueries.list());
  return (
    <div className="grid w-72 gap-3">
      {error && <p className="text-bad">{error.message}</p>}
      {data && data.views.length > 0 && (
        <ul aria-label="Saved views" className="grid gap-0.5">
          {data.views.map((view) => (
            <Line key={view.id} view={view} close={close} />
          ))}
        </ul>
      )}
      {data?.views.length === 0 && !filtered && (
        <p className="text-soft text-sm">
          None yet. Set filters, then give them a name here. They follow you to other browsers.
        </p>
      )}
      {filtered && <SaveView close={close} />}
    </div>
  );
}

function Line({ view: { id, name, query }, close }: { view: SavedView; close: () => void }) {
  const remove = useRemoveView();
  return (
    <li className="flex items-center gap-1">
      <Link
        href={`/deliveries?${query}`}
        prefetch={false}
        onClick={close}
        className="flex h-8 min-w-0 grow items-center rounded-md px-2 font-medium text-soft hover:bg-idle-wash hover:text-ink"
      >
        <span className="truncate">{name}</span>
      </Link>
      <button
        type="button"
        aria-label={`Remove view ${name}`}
        disabled={remove.isPending}
        onClick={() => remove.mutate(id)}
        className="grid size-8 shrink-0 place-items-center rounded-md text-faint hover:bg-idle-wash hover:text-ink"
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </li>
  );
}
