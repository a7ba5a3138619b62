import type { Context } from "@/lib/context";
import { Problem } from "@/lib/protocol/problem";
import { endedCookie, sessionCookie } from "@/lib/session/cookie";
import type { SignedIn } from "@/lib/session/open";
import { signOut } from "@/lib/session/operations";
import { scopesOf } from "./access";

/** The token goes into the cookie and nowhere else. */
export function enter({ user, token }: SignedIn, headers: Headers) {
  headers.append("set-cookie", sessionCookie(token));
  return { user, scopes: scopesOf(user.role) };
}

export async function leave(ctx: Context, _: unknown, headers: Headers): Promise<void> {
  await signOut(ctx);
  headers.append("set-cookie", endedCookie());
}

export async function whoIs({ actor }: Context) {
  if (actor.kind !== "user")
    throw new Problem(40400, "A key has no session; GET /v1 tells whether it is valid.");
  const { userId, email, role } = actor;
  return { user: { id: userId, email, role }, scopes: scopesOf(role) };
}
