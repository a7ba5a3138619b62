import { cookies } from "next/headers";
import { readPreferences } from "@/lib/preferences";

/** Returns the display preferences of the requesting browser. */
export async function preferences() {
  const jar = await cookies();
  return readPreferences((name) => jar.get(name)?.value);
}
