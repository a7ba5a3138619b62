import { z } from "zod";
import { roles, scopes } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";

export const Email = z.email("Enter an e-mail address").max(320, "Use at most 320 characters");
export const NewPassword = z
  .string({ error: "Enter a password" })
  .min(12, "Use at least 12 characters")
  .max(200, "Use at most 200 characters");
const password = z.string().min(1, "Enter the password").max(200, "Use at most 200 characters");

export const SignInDraft = z
  .strictObject({
    email: Email,
    password,
  })
  .meta({ id: "SignInDraft" });
export type SignInDraft = z.infer<typeof SignInDraft>;

export const SetupDraft = z
  .strictObject({
    token: z.string().trim().min(1, "Enter the setup token that the server printed at start"),
    email: Email,
    password: NewPassword,
  })
  .meta({ id: "SetupDraft" });
export type SetupDraft = z.infer<typeof SetupDraft>;

export const PasswordChange = z
  .strictObject({ currentPassword: password, newPassword: NewPassword })
  .meta({ id: "PasswordChange" });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const PasswordProof = z.strictObject({ password }).meta({ id: "PasswordProof" });
export type PasswordProof = z.infer<typeof PasswordProof>;

export const Session = z
  .object({
    user: z.object({ id: Id, email: z.string(), role: z.enum(roles) }),
    scopes: z.array(z.enum(scopes)),
  })
  .meta({ id: "Session" });

export const sessionApi = {
  signIn: endpoint({
    method: "POST",
    path: "/v1/session",
    summary: "Sign in at the dashboard; answers with a session cookie",
    access: "public",
    body: SignInDraft,
    response: Session,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/session",
    summary: "Who is signed in",
    access: "any",
    response: Session,
    status: 200,
  }),
  signOut: endpoint({
    method: "DELETE",
    path: "/v1/session",
    summary: "Sign out",
    access: "any",
    response: z.void(),
    status: 204,
  }),
  prove: endpoint({
    method: "POST",
    path: "/v1/session/proof",
    summary: "Confirm one's own password; for 15 minutes secrets may be revealed",
    access: "any",
    body: PasswordProof,
    response: z.void(),
    status: 204,
  }),
  changePassword: endpoint({
    method: "PUT",
    path: "/v1/session/password",
    summary: "Change one's own password; ends every other session",
    access: "any",
    body: PasswordChange,
    response: Session,
    status: 200,
  }),
  setup: endpoint({
    method: "POST",
    path: "/v1/setup",
    summary: "Make the first administrator with the one-time token; 404 once there is one",
    access: "public",
    body: SetupDraft,
    response: Session,
    status: 201,
  }),
};
