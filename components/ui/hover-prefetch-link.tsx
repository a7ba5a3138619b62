"use client";

import Link from "next/link";
import { type ComponentProps, useState } from "react";

/**
 * Link whose page is prefetched once a person points at it or focuses it. Next prefetches every link in sight instead:
 * up to 30 requests for each load of a page, which took most of the server's CPU for it.
 */
export function HoverPrefetchLink(props: Omit<ComponentProps<typeof Link>, "prefetch">) {
  const [isNear, setNear] = useState(false);
  const approach = () => setNear(true);
  return (
    <Link
      {...props}
      prefetch={isNear ? null : false}
      onPointerEnter={approach}
      onFocus={approach}
    />
  );
}
