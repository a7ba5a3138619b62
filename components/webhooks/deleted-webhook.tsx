"use client";

import dynamic from "next/dynamic";

// Pages of every webhook load this file as well, so what it shows is not in it.
export const DeletedWebhook = dynamic(() => import("./deletion").then((made) => made.Deletion), {
  loading: () => null,
});
