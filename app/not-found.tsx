import type { Metadata } from "next";
import { DeadEnd } from "@/components/page/dead-end";
import { Mark } from "@/components/ui/mark";

export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center px-4">
      <Mark className="size-9" />
      <DeadEnd
        code={404}
        title="Page not found"
        sentence="The address may be outdated or mistyped."
      />
    </main>
  );
}
