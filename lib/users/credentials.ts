import * as z from "zod";

export const Email = z.email("Enter an e-mail address").max(320, "Use at most 320 characters");
export const NewPassword = z
  .string({ error: "Enter a password" })
  .min(12, "Use at least 12 characters")
  .max(200, "Use at most 200 characters");
