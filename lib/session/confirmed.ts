import { audit } from "@/lib/audit/audit";
import type { Actor, Context } from "@/lib/context";
import { Problem } from "@/lib/protocol/problem";
import { isPassword } from "./password";
import { admit, forgive } from "./sign-in-limits";
import { whoHas } from "./who-has";

type Person = Extract<Actor, { kind: "user" }>;

/**
 * Who is signed in, once their password was right. A wrong one counts as a sign-in that failed, and is written down.
 * @throws Problem 40000 that names the field the password came in, 40400 for a key
 */
export async function confirmed(ctx: Context, password: string, field: string): Promise<Person> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Problem(40400, "A key has no password.");
  await admit(ctx, actor.email);
  const known = await whoHas(ctx, actor.email);
  if (!(await isPassword(password, known?.passwordHash))) {
    await audit(ctx, { action: "session.proof_failed", target: actor.userId });
    const message = "This is not the password";
    throw new Problem(40000, `${field}: ${message}.`, { issues: [{ path: field, message }] });
  }
  await forgive(ctx, actor.email);
  return actor;
}
