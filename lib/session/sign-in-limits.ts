import { createHash } from "node:crypto";
import { eq, type SQL, sql } from "drizzle-orm";
import { signInFailures } from "@/db/schema/sign-in-failures";
import { limitedAs } from "@/lib/client-address";
import type { Context } from "@/lib/context";
import { env } from "@/lib/env";
import { tooMany } from "@/lib/protocol/rate-limit";
import { deviceOf } from "./device";

const windowSeconds = 15 * 60;
const failuresPerEmail = 10;
/** Right passwords of a person in a window. Each costs as much CPU as a wrong one, and leaves a session or an audit entry. */
const passwordsPerUser = 300;
const acceptancesPerInvitation = 10;
const longestPauseSeconds = 60;
const addressPrefix = "address ";

type Limit = { subject: string; limit: number; blockedUntil: SQL; counts?: string };
/** Failures counted in advance. `takeBackFailures` removes them when the password is right. */
type Counted = Pick<Limit, "subject">[];

/**
 * Counts a sign-in as failed before its password is checked, each counter in one statement, so that concurrent guesses
 * cannot exceed a limit. `takeBackFailures` removes the count after a right password.
 *
 * A browser in which this person has signed in before has a counter of its own, so failures of strangers do not block
 * it. Every other browser is counted by its address and by the e-mail address. So is a known browser whose own counter
 * is full.
 *
 * @param userId the person with the e-mail address, if there is one
 * @throws Problem 42900 while a counter is at its limit
 */
export async function countSignIn(ctx: Context, email: string, userId?: string): Promise<Counted> {
  const device = userId && deviceOf(ctx.device, userId, Math.floor(Date.now() / 1000));
  if (device) {
    const own = inWindow(`device ${device}`, failuresPerEmail);
    if (await isCounted(ctx, own)) return [own];
  }
  return countAll(ctx, limitsOf(ctx, email));
}

/**
 * Counts a wrong token as a failure of the caller's address. Right tokens have no limit: nobody guesses 256 bits, and a limit would let one
 * person block the links of everybody at the same address.
 * @throws Problem 42900 while the address is at its limit
 */
export async function countWrongToken(ctx: Context): Promise<void> {
  await countAll(ctx, addressLimits(ctx));
}

/**
 * Counts an attempt to accept an invitation with its token. Each hashes a password, which is expensive.
 * @throws Problem 42900 over the limit
 */
export async function countAcceptance(ctx: Context, invitationId: string): Promise<void> {
  const limit = inWindow(`invitation ${invitationId}`, acceptancesPerInvitation);
  await count(ctx, { ...limit, counts: "attempts" });
}

async function countAll(ctx: Context, limits: Limit[]): Promise<Counted> {
  for (const limit of limits) await count(ctx, limit);
  return limits;
}

/**
 * Accepts a right password: removes the failures counted in advance. Over the limit of the person they stay counted, so that
 * repeated sign-ins are soon refused before their password is checked.
 * @throws Problem 42900 over the limit
 */
export async function acceptPassword(ctx: Context, userId: string, counted: Counted) {
  await count(ctx, { ...inWindow(`user ${userId}`, passwordsPerUser), counts: "sign-ins" });
  await takeBackFailures(ctx, counted);
}

/** Removes the failures counted in advance, after a right password. Other failures of the same address stay counted. */
async function takeBackFailures({ db }: Context, counted: Counted): Promise<void> {
  for (const { subject } of counted) {
    const same = eq(signInFailures.subject, subject);
    if (subject.startsWith(addressPrefix)) {
      const failures = sql`${signInFailures.failures} - 1`;
      await db.update(signInFailures).set({ failures, blockedUntil: null }).where(same);
    } else {
      await db.delete(signInFailures).where(same);
    }
  }
}

const windowEnd = sql`now() + ${windowSeconds} * interval '1 second'`;

/** Returns a limit that blocks its subject until the window ends. */
function inWindow(subject: string, limit: number): Limit {
  return { subject, limit, blockedUntil: windowEnd };
}

/**
 * Returns the limits of an e-mail address and of the caller's address. An address is blocked until its window ends. A
 * person is only slowed down, so that others cannot lock the person out.
 */
function limitsOf(ctx: Context, email: string): Limit[] {
  const pause = sql`now() + least(${longestPauseSeconds}, 2 ^ (n - ${failuresPerEmail})) * interval '1 second'`;
  const person = { subject: byEmail(email), limit: failuresPerEmail, blockedUntil: pause };
  return [...addressLimits(ctx), person];
}

function addressLimits({ address }: Context): Limit[] {
  if (!address) return [];
  const limit = env().FAILED_SIGN_INS;
  return [inWindow(byAddress(address), limit)];
}

/** Counts a failure and returns true, or returns false while the subject is blocked. */
async function isCounted({ db }: Context, { subject, limit, blockedUntil }: Limit) {
  const counted = await db.execute(sql`
    insert into ${signInFailures} as f (subject, failures, since, blocked_until)
    select ${subject}, n, now(), case when n >= ${limit} then ${blockedUntil} end from (values (1)) as t(n)
    on conflict (subject) do update set (failures, since, blocked_until) = (
      select n, case when n = 1 then now() else f.since end, case when n >= ${limit} then ${blockedUntil} end
      from (select case when f.since <= now() - ${windowSeconds} * interval '1 second' then 1 else f.failures + 1 end as n) as t
    )
    where f.blocked_until is null or f.blocked_until <= now()
    returning failures`);
  return counted.length > 0;
}

async function count(ctx: Context, counter: Limit): Promise<void> {
  if (await isCounted(ctx, counter)) return;
  const { db } = ctx;
  const { subject, limit, counts = "failed sign-ins" } = counter;
  const [blocked] = await db
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${signInFailures.blockedUntil} - now()))::int`,
    })
    .from(signInFailures)
    .where(eq(signInFailures.subject, subject));
  const quota = { name: "sign-in", limit, windowSeconds };
  const seconds = Math.max(1, blocked?.seconds ?? 1);
  throw tooMany(`Too many ${counts}. Try again in ${inWords(seconds)}.`, quota, seconds);
}

function inWords(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}

function byAddress(address: string): string {
  return addressPrefix + limitedAs(address);
}

function byEmail(email: string): string {
  return `email ${createHash("sha256").update(email.toLowerCase()).digest("hex")}`;
}
