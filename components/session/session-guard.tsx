"use client";

import dynamic from "next/dynamic";
import { useEffect, useState } from "react";
import { onUnproven, whenSignedOut } from "@/lib/protocol/call";
import { Problem } from "@/lib/protocol/problem";

const SignInAgain = dynamic(() => import("./sign-in-again").then((module) => module.SignInAgain), {
  ssr: false,
});
const ProvePassword = dynamic(() => import("./prove-password").then((made) => made.ProvePassword), {
  ssr: false,
});

type Question = { goOn: () => void; giveUp: () => void };

/**
 * Asks for the password over the page: when a session ends in mid-work, and when an operation wants the password
 * confirmed. The requests that were refused wait, and are then sent once more.
 */
export function SessionGuard() {
  const [signIn, setSignIn] = useState<Question | null>(null);
  const [proof, setProof] = useState<Question | null>(null);

  useEffect(() => {
    const endSignIn = whenSignedOut(asking(setSignIn));
    const endProof = onUnproven(asking(setProof));
    return () => {
      endSignIn();
      endProof();
    };
  }, []);

  return (
    <>
      {proof && <ProvePassword goOn={proof.goOn} close={proof.giveUp} />}
      {signIn && <SignInAgain goOn={signIn.goOn} />}
    </>
  );
}

/** Shows one question for all requests that wait for its answer. */
function asking(show: (question: Question | null) => void): () => Promise<void> {
  let asked: Promise<void> | undefined;
  return () => {
    asked ??= new Promise<void>((resolve, reject) => {
      show({ goOn: resolve, giveUp: () => reject(new Problem(40302, notConfirmed)) });
    }).finally(() => {
      asked = undefined;
      show(null);
    });
    return asked;
  };
}

const notConfirmed = "Nothing was done: the password was not confirmed.";
