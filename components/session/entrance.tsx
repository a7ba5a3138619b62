import type { ReactNode } from "react";
import { Mark } from "@/components/ui/mark";

type Props = { title: string; hint: ReactNode; children: ReactNode };

/** Layout of pages without a session: sign-in and setup. */
export function Entrance({ title, hint, children }: Props) {
  return (
    <main className="grid min-h-dvh place-items-center bg-sunken px-4 py-10">
      <div className="w-full max-w-sm">
        <p className="mb-6 flex items-center justify-center gap-2.5 font-semibold text-lg tracking-tight">
          <Mark className="size-7" />
          Postback
        </p>
        <div className="rounded-xl border border-line bg-raised p-6 shadow-low sm:p-8">
          <h1 className="font-semibold text-xl tracking-tight">{title}</h1>
          <p className="mt-1 mb-6 text-soft">{hint}</p>
          {children}
        </div>
      </div>
    </main>
  );
}
