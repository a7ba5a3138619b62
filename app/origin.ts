import { headers } from "next/headers";
import { publicOrigin } from "@/lib/http/public-origin";

/** Returns the origin for commands on the page: the one by which the page was requested. */
export async function originHere(): Promise<string> {
  return publicOrigin((await headers()).get("host"));
}
