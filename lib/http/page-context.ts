import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { uuidv7 } from "uuidv7";
import { isDatabaseAway } from "@/db/away";
import { users } from "@/db/schema/accounts";
import type { Access } from "@/lib/protocol/endpoint";
import { Problem } from "@/lib/protocol/problem";
import { cookieName } from "@/lib/session/cookie";
import { database } from "./database";
import { patiently } from "./patiently";
import { contextOfSession } from "./session-context";

/** The Context of a page. Who is not signed in is led to sign-in, or to setup while there is nobody yet. */
export async function pageContext(access: Access) {
  const token = (await cookies()).get(cookieName())?.value;
  if (!token) return leave();
  try {
    return await patiently(() => contextOfSession(token, access, { requestId: uuidv7() }));
  } catch (error) {
    if (error instanceof Problem && error.status === 401) return leave();
    throw error;
  }
}

/** The same for the frame of all pages; null while the database does not answer, and nobody can be known. */
export const frameContext = () => unlessAway(() => pageContext("any"));

/** Setup is over for good once there is somebody. False while the database does not answer. */
export async function beforeSetup(): Promise<boolean> {
  const isOver = await unlessAway(isSetUp);
  if (isOver) redirect("/login");
  return isOver !== null;
}

async function unlessAway<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (isDatabaseAway(error) || (error instanceof Problem && error.code === 50300)) return null;
    throw error;
  }
}

async function leave(): Promise<never> {
  if (!(await isSetUp())) redirect("/setup");
  const path = (await headers()).get("x-postback-path");
  redirect(path && path !== "/" ? `/login?next=${encodeURIComponent(path)}` : "/login");
}

async function isSetUp(): Promise<boolean> {
  const [anybody] = await patiently(() => database().select({ id: users.id }).from(users).limit(1));
  return anybody !== undefined;
}
