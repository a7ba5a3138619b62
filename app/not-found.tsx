import type { Metadata } from "next";
import { NothingHere } from "@/components/shell/nothing-here";

export const metadata: Metadata = { title: "Not found" };

export default function NotFoundPage() {
  return (
    <main className="px-4">
      <NothingHere title="No such page" sentence="The address may be old, or mistyped." />
    </main>
  );
}
