"use client";

import { type ReactNode, useId, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";

type Panel = { name: string; code: string; shown: ReactNode };

/** One snippet in several languages. `of` distinguishes two of these on a page, such as "public-key ". */
export function SnippetTabs({ panels, of }: { panels: readonly Panel[]; of: string }) {
  const [chosen, choose] = useState(panels[0]?.name);
  const group = useId();
  return (
    <div className="min-w-0">
      <fieldset className="mb-2 flex flex-wrap gap-1">
        <legend className="sr-only">{of ? `Language of the ${of}code` : "Language"}</legend>
        {panels.map(({ name }) => (
          <label
            key={name}
            className="relative grid h-7 place-items-center rounded-md px-2.5 font-medium text-soft text-sm hover:bg-idle-wash has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              className="absolute inset-0 size-full cursor-pointer appearance-none outline-none!"
              checked={name === chosen}
              onChange={() => choose(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {panels.map(({ name, code, shown }) => (
        <div
          key={name}
          hidden={name !== chosen}
          className="relative rounded-md border border-line bg-sunken"
        >
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must take the focus for keyboard users
            tabIndex={0}
            aria-label={`${of}verification code for ${name}`}
            className="max-h-128 overflow-auto rounded-md"
          >
            <pre className="p-3 pr-12 font-mono text-xs leading-5">{shown}</pre>
          </section>
          <div className="absolute top-1.5 right-1.5 rounded-md bg-sunken">
            <CopyButton text={code} label={`Copy ${of}verification code for ${name}`} />
          </div>
        </div>
      ))}
    </div>
  );
}
