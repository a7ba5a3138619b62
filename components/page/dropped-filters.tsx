"use client";

import { droppedFrom } from "@/components/address/dropped";
import type { Fields } from "@/components/address/field";
import { useQueryText } from "@/components/address/use-address";
import { Notice } from "@/components/ui/notice";

type Props = {
  fields: Fields;
  /** Filters that the page ignores although their values parse. */
  unused?: string[];
};

/** Names the filters of the address that the page ignores, because it cannot use their values. */
export function DroppedFilters({ fields, unused = [] }: Props) {
  const dropped = [...droppedFrom(fields, new URLSearchParams(useQueryText())), ...unused];
  if (dropped.length === 0) return null;
  return <Notice>Ignored invalid filters in this address: {dropped.join(", ")}.</Notice>;
}
