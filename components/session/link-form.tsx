"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { call } from "@/lib/protocol/call";
import { Problem } from "@/lib/protocol/problem";
import type { sessionApi } from "@/lib/session/contract";
import type { signInLinksApi } from "@/lib/sign-in-links/contract";
import { InvalidLink, incomplete, type LinkFailure, linkFailure } from "./invalid-link";
import { returnAddress } from "./return-address";

type Api = typeof signInLinksApi;
type State = { step: "entering" } | { step: "asking"; now: string; next: string } | Failed;
type Failed = LinkFailure & { step: "failed"; isSignedIn?: boolean };

/**
 * Signs in by the link of the page. The token is the fragment of the page's URL. If another user is signed in, the form
 * asks first: otherwise somebody could send a link to a user, who would then work in another account without noticing.
 */
export function LinkForm() {
  const { state, enter, retry } = useLink();
  if (state.step === "failed") {
    const title = state.isFinal ? "This link cannot be used" : "Could not sign in";
    return <InvalidLink {...state} title={title} retry={retry} />;
  }
  if (state.step === "entering") return <p role="status">Signing in…</p>;
  return (
    <div className="grid gap-5">
      <p>
        This browser is signed in as <b className="wrap-anywhere">{state.now}</b>. The link signs in{" "}
        <b className="wrap-anywhere">{state.next}</b> instead.
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
  const restart = (step: () => Promise<State | undefined>) => {
    setState({ step: "entering" });
    void step().then((next) => next && setState(next));
  };
  useEffect(() => {
    // False once the page is closed; React's development mode closes it once.
    let isOpen = true;
    void begin(() => isOpen).then((next) => isOpen && next && setState(next));
    return () => {
      isOpen = false;
    };
  }, []);
  return { state, enter: () => restart(() => signIn(true)), retry: () => restart(() => begin()) };
}

/** Uses the link unless another user is signed in. Without an answer about the session the link is not used. */
async function begin(isOpen = () => true): Promise<State | undefined> {
  if (!tokenInAddress()) return { step: "failed", ...incomplete };
  let isSignedIn = false;
  try {
    const user = await userNow();
    isSignedIn = user !== undefined;
    const member = user && (await previewLink());
    if (user && member && user.id !== member.userId)
      return { step: "asking", now: user.email, next: member.email };
  } catch (error) {
    return { step: "failed", isSignedIn, ...linkFailure(error) };
  }
  return isOpen() ? signIn(isSignedIn) : undefined;
}

/** Returns the user of this browser's session, and undefined without one. */
async function userNow() {
  try {
    return (await call<(typeof sessionApi)["read"]>("GET /v1/session", {})).user;
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return undefined;
    throw error;
  }
}

function previewLink() {
  return call<Api["preview"]>("POST /v1/session/link/preview", {
    body: { token: tokenInAddress() },
  });
}

/** Uses the link, and opens the dashboard in place of this page. Returns why that failed; then an open session stays. */
async function signIn(isSignedIn: boolean): Promise<Failed | undefined> {
  const { origin, search } = window.location;
  const token = tokenInAddress();
  const next = new URLSearchParams(search).get("next") ?? "/";
  return call<Api["use"]>("POST /v1/session/link", { body: { token } }).then(
    () => {
      window.location.replace(returnAddress(next, origin));
      return undefined;
    },
    (error) => ({ step: "failed", isSignedIn, ...linkFailure(error) }),
  );
}

function tokenInAddress(): string {
  return window.location.hash.slice(1);
}
