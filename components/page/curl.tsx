"use client";

import dynamic from "next/dynamic";
import type { Scope } from "@/db/enums";
import { useMay } from "@/lib/session/queries";

/** A curl command. Empty states have one, so pages would load its code although they show none. */
export const Curl = dynamic(() => import("./curl-command").then((made) => made.CurlCommand), {
  loading: () => null,
});

/** Request line and body of an API call, and the scope that it needs. */
export type CurlRequest = { request: string; scope: Scope };

/** A curl command, for roles that may run it. */
export function PermittedCurl({ request, scope }: CurlRequest) {
  if (!useMay(scope)) return null;
  return (
    <div className="mt-6 w-full text-left">
      <Curl request={request} />
    </div>
  );
}
