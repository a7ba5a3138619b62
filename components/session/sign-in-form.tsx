"use client";

import { Credentials } from "./credentials";
import { returnAddress } from "./return-address";

export function SignInForm() {
  const onSignedIn = () => {
    const { origin, search } = window.location;
    const next = new URLSearchParams(search).get("next") ?? "/";
    window.location.assign(returnAddress(next, origin));
  };
  return <Credentials onSignedIn={onSignedIn} />;
}
