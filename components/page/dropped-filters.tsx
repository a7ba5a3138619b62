"use client";

import dynamic from "next/dynamic";
import type { Fields } from "@/components/address/field";
import { useDropped } from "@/components/address/use-address";

const Notice = dynamic(() => import("@/components/ui/notice").then((made) => made.Notice), {
  loading: () => null,
});

/** Names the filters of the address that the page ignores, because it does not know their values. */
export function DroppedFilters({ fields }: { fields: Fields }) {
  const dropped = useDropped(fields);
  if (dropped.length === 0) return null;
  return <Notice>Ignored unknown filters in this address: {dropped.join(", ")}.</Notice>;
}
