"use client";

import { Credentials } from "./credentials";
import { returnAddress } from "./return-address";

export function SignInForm() {
  const onSignedIn = () => {
    const { origin, search } = window.location;
    const next = new URLSearchParams(search).get("next") ?? "/";
    // Replaces the page, so that Back does not lead to the form again.
    window.location.replace(returnAddress(next, origin));
  };
  return <Credentials onSignedIn={onSignedIn} />;
}
