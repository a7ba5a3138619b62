import { audit } from "@/lib/audit/audit";
import type { Actor, Context } from "@/lib/context";
import { Problem } from "@/lib/protocol/problem";
import { isPassword } from "./password";
import { admit, forgive } from "./sign-in-limits";
import { whoHas } from "./who-has";

type Person = Extract<Actor, { kind: "user" }>;

/**
 * Checks the password of the signed-in person and returns the person. A wrong password counts as a failed sign-in and
 * is audited.
 * @throws Problem 40000 with the field of the password, 40400 for an API key
 */
export async function confirmed(ctx: Context, password: string, field: string): Promise<Person> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Problem(40400, "An API key has no password.");
  const counted = await admit(ctx, actor.email, actor.userId);
  const known = await whoHas(ctx, actor.email);
  if (!(await isPassword(password, known?.passwordHash))) {
    await audit(ctx, { action: "session.proof_failed", target: actor.userId });
    const message = "This is not the password";
    throw new Problem(40000, `${field}: ${message}.`, { issues: [{ path: field, message }] });
  }
  await forgive(ctx, counted);
  return actor;
}
