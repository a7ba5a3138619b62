import { ArrowUpRight, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { ThemeToggle } from "@/components/shell/theme-toggle";
import { Mark } from "@/components/ui/mark";
import { SkipLink } from "@/components/ui/skip-link";
import { DocsNav } from "./nav";
import type { NavPart } from "./search-nav";

/** Frame of the documentation, which is public. */
export function DocsFrame({ parts, children }: { parts: NavPart[]; children: ReactNode }) {
  return (
    <>
      <SkipLink />
      <Header />
      <div className="mx-auto flex max-w-[96rem]">
        <aside className="sticky top-14 hidden h-[calc(100vh-3.5rem)] w-64 shrink-0 overflow-y-auto border-line border-r px-3.5 py-6 lg:block">
          <DocsNav parts={parts} label="Documentation" />
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="min-w-0 flex-1 px-5 pb-24 outline-none sm:px-8 xl:px-12"
        >
          <details className="group mt-4 rounded-lg border border-line lg:hidden">
            <summary className="flex min-h-11 items-center justify-between px-3.5 font-medium">
              Contents
              <ChevronDown
                aria-hidden="true"
                className="size-4 text-faint transition-transform group-open:rotate-180 motion-reduce:transition-none"
              />
            </summary>
            <div className="border-line border-t px-1.5 py-4">
              <DocsNav parts={parts} label="Contents" />
            </div>
          </details>
          {children}
        </main>
      </div>
    </>
  );
}

function Header() {
  const plain =
    "tap hidden min-h-8 items-center rounded-md px-2 text-soft hover:text-ink sm:inline-flex";
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-canvas">
      <div className="mx-auto flex min-h-14 max-w-[96rem] flex-wrap items-center gap-x-2.5 px-5 sm:px-6">
        <a href="/docs" className="tap flex items-center gap-2.5 rounded-md">
          <Mark />
          <span className="font-semibold tracking-tight">Postback</span>
          <span className="text-faint">Docs</span>
        </a>
        <div className="ml-auto flex items-center gap-1 text-sm">
          <a href="/openapi.json" className={plain}>
            OpenAPI
          </a>
          <a href="/llms.txt" className={plain}>
            llms.txt
          </a>
          <a
            href="/"
            className="tap inline-flex min-h-8 items-center gap-1 rounded-md px-2 font-medium text-accent hover:underline"
          >
            Dashboard
            <ArrowUpRight aria-hidden="true" className="size-3.5" />
          </a>
          <ThemeToggle />
        </div>
      </div>
    </header>
  );
}
