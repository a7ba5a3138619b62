"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { whenSignedOut } from "@/lib/protocol/call";

const SignInAgain = dynamic(() => import("./sign-in-again").then((module) => module.SignInAgain), {
  ssr: false,
});

/** A session that ends in mid-work is opened again over the page, and what waited for it goes on. */
export function SessionGuard() {
  const [goOn, setGoOn] = useState<(() => void) | null>(null);

  useEffect(() => {
    let asked: Promise<void> | undefined;
    return whenSignedOut(() => {
      asked ??= new Promise<void>((resolve) => setGoOn(() => resolve)).finally(() => {
        asked = undefined;
        setGoOn(null);
      });
      return asked;
    });
  }, []);

  return goOn && <SignInAgain goOn={goOn} />;
}
