"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Link to a section. Its page is prefetched once a person points at it or focuses it: prefetching all sections at each
 * load took half of the server's CPU for a page.
 */
export function SectionLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [isNear, setNear] = useState(false);
  const prefetch = () => setNear(true);
  return (
    <Link
      {...props}
      prefetch={isNear ? null : false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    />
  );
}
