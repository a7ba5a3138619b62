import { createHash } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { signInFailures } from "@/db/schema/sign-in-failures";
import { limitedAs } from "@/lib/client-address";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { tooMany } from "@/lib/protocol/rate-limit";

const windowSeconds = 15 * 60;
const failuresPerEmail = 10;
const longestPauseSeconds = 60;

type Limit = { subject: string; limit: number; blockedUntil: SQL };

/**
 * Counts a sign-in as failed before its password is looked at, by address and by e-mail, each in one statement: so
 * that no number of guesses at the same moment gets past. `forgive` takes it back.
 * @throws Problem 42900 while one of them has had too many
 */
export async function admit(ctx: Context, email: string): Promise<void> {
  for (const limit of limitsOf(ctx, email)) await count(ctx, limit);
}

/** The password was right. What others failed at from the same address stays counted. */
export async function forgive({ db, address }: Context, email: string): Promise<void> {
  await db.delete(signInFailures).where(eq(signInFailures.subject, byEmail(email)));
  if (!address) return;
  await db
    .update(signInFailures)
    .set({ failures: sql`${signInFailures.failures} - 1`, blockedUntil: null })
    .where(eq(signInFailures.subject, byAddress(address)));
}

/** An address is out until its window ends. A person is never locked out by others, only slowed down. */
function limitsOf({ address }: Context, email: string): Limit[] {
  const limit = env().FAILED_SIGN_INS;
  const windowEnd = sql`now() + ${windowSeconds} * interval '1 second'`;
  const pause = sql`now() + least(${longestPauseSeconds}, 2 ^ (n - ${failuresPerEmail})) * interval '1 second'`;
  const person = { subject: byEmail(email), limit: failuresPerEmail, blockedUntil: pause };
  if (!address) return [person];
  return [{ subject: byAddress(address), limit, blockedUntil: windowEnd }, person];
}

async function count({ db }: Context, { subject, limit, blockedUntil }: Limit): Promise<void> {
  const counted = await db.execute(sql`
    insert into ${signInFailures} as f (subject, failures, since, blocked_until)
    select ${subject}, n, now(), case when n >= ${limit} then ${blockedUntil} end from (values (1)) as t(n)
    on conflict (subject) do update set (failures, since, blocked_until) = (
      select n, case when n = 1 then now() else f.since end, case when n >= ${limit} then ${blockedUntil} end
      from (select case when f.since <= now() - ${windowSeconds} * interval '1 second' then 1 else f.failures + 1 end as n) as t
    )
    where f.blocked_until is null or f.blocked_until <= now()
    returning failures`);
  if (counted.length > 0) return;
  const [held] = await db
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${signInFailures.blockedUntil} - now()))::int`,
    })
    .from(signInFailures)
    .where(eq(signInFailures.subject, subject));
  const quota = { name: "sign-in", limit, windowSeconds };
  const seconds = Math.max(1, held?.seconds ?? 1);
  throw tooMany(`Too many sign-ins failed. Try again in ${inWords(seconds)}.`, quota, seconds);
}

function inWords(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function byAddress(address: string): string {
  return `address ${limitedAs(address)}`;
}

function byEmail(email: string): string {
  return `email ${createHash("sha256").update(email.toLowerCase()).digest("hex")}`;
}
