import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { uuidv7 } from "uuidv7";
import { isDatabaseAway } from "@/db/away";
import { inTurn } from "@/db/client";
import { users } from "@/db/schema/accounts";
import type { Context } from "@/lib/context";
import { defaultProblem } from "@/lib/protocol/default-problem";
import type { Access } from "@/lib/protocol/endpoint";
import { databaseAwayDigest, Problem } from "@/lib/protocol/problem";
import { cookieName } from "@/lib/session/cookie";
import { isOperator } from "@/lib/users/members";
import { admitPageRead } from "./admission";
import { database, type Pool } from "./database";
import { DbDeadline } from "./db-deadline";
import { healthProbeOf } from "./health-probe-of";
import { contextOfSession } from "./session-context";

/**
 * Returns the Context of a page, which reads rows through `pool`. Redirects to sign-in without a session, or to setup
 * before the first operator exists.
 */
export async function pageContext(access: Access, pool: Pool = "general") {
  const token = (await cookies()).get(cookieName())?.value;
  if (!token) return redirectToSignIn();
  try {
    const ctx = await withDbDeadline(() =>
      contextOfSession(token, access, { requestId: uuidv7() }),
    );
    return { ...ctx, db: readsInTurn(ctx, pool) };
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return redirectToSignIn();
    throw error;
  }
}

/** Returns the pool of a page. Members of one account would take all connections for reads of the log from others. */
function readsInTurn(ctx: Context, pool: Pool) {
  const db = database(pool);
  const isShared = pool === "reads" && ctx.accountId !== null;
  return isShared ? inTurn(db, () => admitPageRead(ctx)) : db;
}

/** Returns the Context of the frame of all pages, or null while the database does not answer. */
export const frameContext = () => unlessAway(() => pageContext("any"));

/**
 * Returns whether setup is still open. Setup ends for good with the first operator. False while the database does not
 * answer.
 */
export async function isBeforeSetup(): Promise<boolean> {
  const isOver = await unlessAway(isSetUp);
  if (isOver) redirect("/login");
  return isOver !== null;
}

async function unlessAway<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isAway(error)) return null;
    throw error;
  }
}

/** Returns whether a page could not be read because the database did not answer. */
export function isAway(error: unknown): boolean {
  return isDatabaseAway(error) || (error instanceof Problem && error.code === 50300);
}

async function redirectToSignIn(): Promise<never> {
  if (!(await isSetUp())) redirect("/setup");
  const path = (await headers()).get("x-postback-path");
  redirect(path && path !== "/" ? `/login?next=${encodeURIComponent(path)}` : "/login");
}

async function isSetUp(): Promise<boolean> {
  const [anybody] = await withDbDeadline(() =>
    database().select({ id: users.id }).from(users).where(isOperator).limit(1),
  );
  return anybody !== undefined;
}

const limitMs = 8000;

/**
 * Runs the database work of a page with its deadline.
 * @throws Problem 50300 when the database does not answer; at once when it is known to be silent
 */
async function withDbDeadline<T>(work: () => Promise<T>): Promise<T> {
  const deadline = new DbDeadline(healthProbeOf("general"), limitMs);
  try {
    deadline.assertDatabaseUp();
    return await deadline.wait(work());
  } catch (error) {
    if (!isAway(error)) throw error;
    throw Object.assign(defaultProblem(50300), { digest: databaseAwayDigest });
  }
}

/**
 * Waits for a read of a page within the deadline of its context.
 * @throws Problem 50300 when the database does not answer
 */
export function withinDbDeadline<T>(read: Promise<T>): Promise<T> {
  // Refused before it is awaited, the read may still fail.
  read.catch(() => undefined);
  return withDbDeadline(() => read);
}
