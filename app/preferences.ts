import { cookies } from "next/headers";
import { readPreferences } from "@/lib/preferences";

/** What was chosen in the browser that asks. */
export async function preferences() {
  const jar = await cookies();
  return readPreferences((name) => jar.get(name)?.value);
}
