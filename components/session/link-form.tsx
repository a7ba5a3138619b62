"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { call } from "@/lib/protocol/call";
import type { signInLinksApi } from "@/lib/sign-in-links/contract";
import { InvalidLink, incomplete } from "./invalid-link";
import { returnAddress } from "./return-address";
import { sessionNow } from "./session-now";

type State = { step: "entering" } | { step: "asking"; email: string } | Failed;
type Failed = { step: "failed"; reason: string };

/**
 * Signs in by the link of the page. The token is the fragment of the page's URL. In a browser with a session it asks first:
 * otherwise somebody could send a link to make a user work in another account.
 */
export function LinkForm() {
  const { state, enter } = useLink();
  if (state.step === "failed")
    return <InvalidLink title="This link cannot be used" reason={state.reason} />;
  if (state.step === "entering") return <p role="status">Signing in…</p>;
  return (
    <div className="grid gap-5">
      <p>
        This browser is signed in as <b className="wrap-anywhere">{state.email}</b>. The link signs
        in its own user instead.
      </p>
      <div className="grid gap-2">
        <Button look="primary" busy={false} onClick={enter}>
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
    if (!tokenInAddress()) return setState({ step: "failed", reason: incomplete });
    // False once the page is closed; React's development mode closes it once.
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
  const { origin, search } = window.location;
  const token = tokenInAddress();
  const next = new URLSearchParams(search).get("next") ?? "/";
  return call<(typeof signInLinksApi)["use"]>("POST /v1/session/link", { body: { token } }).then(
    () => {
      window.location.replace(returnAddress(next, origin));
      return undefined;
    },
    (error: Error) => ({ step: "failed", reason: error.message }),
  );
}

function tokenInAddress(): string {
  return window.location.hash.slice(1);
}
