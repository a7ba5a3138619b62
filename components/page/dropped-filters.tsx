"use client";

import dynamic from "next/dynamic";
import type { Fields } from "@/components/address/field";
import { useDropped } from "@/components/address/use-address";

const Notice = dynamic(() => import("@/components/ui/notice").then((made) => made.Notice), {
  loading: () => null,
});

type Props = {
  fields: Fields;
  /** Filters that the page ignores although their values parse. */
  unused?: string[];
};

/** Names the filters of the address that the page ignores, because it cannot use their values. */
export function DroppedFilters({ fields, unused = [] }: Props) {
  const dropped = [...useDropped(fields), ...unused];
  if (dropped.length === 0) return null;
  return <Notice>Ignored invalid filters in this address: {dropped.join(", ")}.</Notice>;
}
