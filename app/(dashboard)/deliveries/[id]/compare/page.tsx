import type { Metadata } from "next";
import { uuidOf } from "@/app/uuid-of";
import { CompareView } from "@/components/deliveries/compare-view";

export const metadata: Metadata = { title: "Compare attempts" };

export default async function ComparePage({ params }: { params: Promise<{ id: string }> }) {
  return <CompareView id={await uuidOf(params)} />;
}
