import type { Context } from "@/lib/context";
import { Problem } from "@/lib/protocol/problem";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import { type SignedIn, withPasswordless } from "@/lib/session/browser-session";
import { deviceCookie, endedCookie, sessionCookie } from "@/lib/session/cookie";
import { newDeviceToken } from "@/lib/session/device";
import { signOut } from "@/lib/session/operations";
import { scopesOf } from "./access";

/** Writes the token to the session cookie, and marks the browser as known for this person. */
export function signInReply({ user, token }: SignedIn, headers: ResponseHeaders) {
  headers.addCookie(sessionCookie(token));
  const now = Math.floor(Date.now() / 1000);
  headers.addCookie(deviceCookie(newDeviceToken(user.id, now)));
  return { user, scopes: scopesOf(user.role) };
}

export async function signOutReply(
  ctx: Context,
  _: unknown,
  headers: ResponseHeaders,
): Promise<void> {
  await signOut(ctx);
  headers.addCookie(endedCookie());
}

export async function currentSession({ db, actor, accountId }: Context) {
  if (actor.kind !== "user")
    throw new Problem(40400, "An API key has no session. Use GET /v1 to test a key.");
  const { userId: id, email, role } = actor;
  const user = await withPasswordless(db, { id, accountId, email, role });
  return { user, scopes: scopesOf(role) };
}
