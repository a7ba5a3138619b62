import { cookies } from "next/headers";

/** The theme chosen in this browser; "system" until there is a choice. */
export async function chosenTheme() {
  const choice = (await cookies()).get("theme")?.value;
  return choice === "light" || choice === "dark" ? choice : "system";
}
