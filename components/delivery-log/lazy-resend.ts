"use client";

import dynamic from "next/dynamic";

/** Called when somebody comes to the rows, so that R and Enter find the question there. */
export const loadResend = () => import("@/components/deliveries/resend-dialog");

export const ResendDialog = dynamic(() => loadResend().then((it) => it.ResendDialog), {
  ssr: false,
});
