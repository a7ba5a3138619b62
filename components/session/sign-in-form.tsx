"use client";

import { Credentials } from "./credentials";
import { goTo } from "./use-entry";

export function SignInForm({ next }: { next: string }) {
  return <Credentials enter={() => goTo(next)} />;
}
