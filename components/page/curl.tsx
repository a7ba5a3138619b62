"use client";

import dynamic from "next/dynamic";

/** A curl command. Empty states have one, so pages would load its code although they show none. */
export const Curl = dynamic(() => import("./curl-command").then((made) => made.CurlCommand), {
  loading: () => null,
});
