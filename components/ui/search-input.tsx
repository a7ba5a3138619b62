import { Search } from "lucide-react";
import type { ComponentProps } from "react";
import { Input, literal } from "./input";

/** A search field of a toolbar. The caller sets its width. */
export function SearchInput(props: Omit<ComponentProps<typeof Input>, "type" | "className">) {
  return (
    <span className="relative block">
      <Search
        aria-hidden="true"
        className="-translate-y-1/2 pointer-events-none absolute top-1/2 left-2.5 size-4 text-faint"
      />
      <Input type="search" height="toolbar" className="pl-8" {...literal} {...props} />
    </span>
  );
}
