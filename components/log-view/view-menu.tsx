"use client";

import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import Link from "next/link";
import { type FormEvent, useRef, useState } from "react";
import { logAddress } from "@/components/deliveries/log-address";
import { TextField } from "@/components/form/text-field";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { useClosePopover } from "@/components/ui/popover";
import { type SavedView, useRemoveView, useSaveView, viewQueries } from "@/lib/views/queries";

/** Saved views, and a form that saves the current filters. */
export function ViewMenu({ filtered }: { filtered: boolean }) {
  const { data, error } = useQuery(viewQueries.list());
  return (
    <div className="grid w-72 grid-cols-1 gap-3">
      {error && <p className="text-bad">{error.message}</p>}
      {data && data.views.length > 0 && (
        <ul aria-label="Saved views" className="grid grid-cols-1 gap-0.5">
          {data.views.map((view) => (
            <Line key={view.id} view={view} />
          ))}
        </ul>
      )}
      {data?.views.length === 0 && !filtered && (
        <p className="text-soft text-sm">
          No saved views yet. Set filters, then save them under a name. Saved views are available in
          all your browsers.
        </p>
      )}
      {filtered && <SaveView views={data?.views ?? []} />}
    </div>
  );
}

function Line({ view: { id, name, query } }: { view: SavedView }) {
  const close = useClosePopover();
  const remove = useRemoveView();
  return (
    <li className="flex flex-wrap items-center gap-1">
      <Link
        href={`/deliveries?${query}`}
        prefetch={false}
        onClick={close}
        className="tap flex h-8 min-w-0 flex-1 items-center rounded-md px-2 font-medium text-soft hover:bg-idle-wash hover:text-ink"
      >
        <span className="truncate" title={name}>
          {name}
        </span>
      </Link>
      <IconButton
        icon={X}
        name={`Remove view ${name}`}
        busy={remove.isPending}
        onClick={() => remove.mutate(id)}
      />
      {remove.error && (
        <p role="alert" className="w-full px-2 text-bad text-sm">
          {`Could not remove the view: ${remove.error.message}`}
        </p>
      )}
    </li>
  );
}

/** Saves the filters of the address under a name. The button says when that replaces a view. */
function SaveView({ views }: { views: readonly SavedView[] }) {
  const close = useClosePopover();
  const field = useRef<HTMLInputElement>(null);
  const save = useSaveView();
  const [name, setName] = useState("");
  const action = views.some((view) => view.name === name.trim()) ? "Replace view" : "Save view";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(
      { name, query: filtersOf(window.location.search) },
      { onSuccess: close, onError: () => field.current?.focus() },
    );
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-2">
      <TextField
        ref={field}
        label="View name"
        error={save.error?.message}
        autoComplete="off"
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" look="primary" size="small" busy={save.isPending}>
        {save.isPending ? "Saving…" : action}
      </Button>
    </form>
  );
}

/** Returns the filters without display state such as the open delivery. */
function filtersOf(search: string): string {
  const given = [...new URLSearchParams(search)].filter(([name]) => name in logAddress);
  return new URLSearchParams(given).toString();
}
