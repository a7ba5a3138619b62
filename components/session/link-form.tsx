"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Notice } from "@/components/ui/notice";
import { call } from "@/lib/protocol/call";
import type { signInLinksApi } from "@/lib/sign-in-links/contract";
import { returnAddress } from "./return-address";
import { sessionNow } from "./session-now";

type State = { step: "entering" } | { step: "asking"; email: string } | Failed;
type Failed = { step: "failed"; reason: string };

/**
 * Signs in by the link of the page, whose token is the fragment. Asks first in a browser with a session: whoever sends a
 * link could otherwise make a user work in another account unnoticed.
 */
export function LinkForm() {
  const { state, enter } = useLink();
  if (state.step === "failed") return <Invalid reason={state.reason} />;
  if (state.step === "entering") return <p role="status">Signing in…</p>;
  return (
    <div className="grid gap-5">
      <p>
        This browser is signed in as <b className="wrap-anywhere">{state.email}</b>. The link signs
        in its own user instead.
      </p>
      <div className="grid gap-2">
        <Button look="primary" onClick={enter}>
          Use the link
        </Button>
        <ButtonLink href="/">Stay signed in as before</ButtonLink>
      </div>
    </div>
  );
}

function useLink() {
  const [state, setState] = useState<State>({ step: "entering" });
  const enter = () => {
    setState({ step: "entering" });
    void signIn().then((failed) => failed && setState(failed));
  };
  useEffect(() => {
    // Dropped if the page is closed meanwhile; React's development mode does that once.
    let isOpen = true;
    void sessionNow().then(async (session) => {
      if (!isOpen) return;
      if (session) return setState({ step: "asking", email: session.user.email });
      const failed = await signIn();
      if (failed) setState(failed);
    });
    return () => {
      isOpen = false;
    };
  }, []);
  return { state, enter };
}

/** Uses the link, and opens the dashboard in place of this page. Returns why that failed. */
async function signIn(): Promise<Failed | undefined> {
  const { hash, origin, search } = window.location;
  const token = hash.slice(1);
  if (!token) return { step: "failed", reason: "This link is incomplete. Copy all of it." };
  const next = new URLSearchParams(search).get("next") ?? "/";
  return call<(typeof signInLinksApi)["use"]>("POST /v1/session/link", { body: { token } }).then(
    () => {
      window.location.replace(returnAddress(next, origin));
      return undefined;
    },
    (error: Error) => ({ step: "failed", reason: error.message }),
  );
}

function Invalid({ reason }: { reason: string }) {
  return (
    <div className="grid gap-5">
      <Notice tone="bad" role="alert" title="This link cannot be used">
        {reason}
      </Notice>
      <ButtonLink href="/login">Go to sign-in</ButtonLink>
    </div>
  );
}
