import * as z from "zod";
import { roles, scopes } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
import { present } from "@/lib/protocol/wire";
import { Email, NewPassword } from "@/lib/users/credentials";

const password = z
  .string()
  .min(1, "Enter the password")
  .max(200, "Use at most 200 characters")
  .describe("The password");

export const SignInDraft = z
  .strictObject({
    email: Email,
    password,
  })
  .meta({ id: "SignInDraft" });
export type SignInDraft = z.infer<typeof SignInDraft>;

export const SetupDraft = z
  .strictObject({
    token: z
      .string()
      .trim()
      .min(1, "Enter the setup token that the server printed at start")
      .max(200, "Use at most 200 characters")
      .describe("Setup token: the end of the link that the server printed at start"),
    email: Email,
    password: NewPassword.describe("At least 12 characters"),
  })
  .meta({ id: "SetupDraft" });
export type SetupDraft = z.infer<typeof SetupDraft>;

export const PasswordChange = z
  .strictObject({
    currentPassword: password.describe("The password until now"),
    newPassword: NewPassword.describe("At least 12 characters"),
  })
  .meta({ id: "PasswordChange" });
export type PasswordChange = z.infer<typeof PasswordChange>;

export const PasswordProof = z.strictObject({ password }).meta({ id: "PasswordProof" });
export type PasswordProof = z.infer<typeof PasswordProof>;

const SessionUser = z
  .object({
    id: Id,
    accountId: present(Id).describe("Account of a member; left out for an operator"),
    email: z.string(),
    role: z.enum(roles),
    passwordless: present(z.literal(true)).describe(
      "Present for a member who signs in by links only, and so has no password to confirm",
    ),
  })
  .meta({ id: "SessionUser" });

export const Session = z
  .object({
    user: SessionUser.describe("The signed-in person"),
    scopes: z.array(z.enum(scopes)),
  })
  .meta({ id: "Session" });

export const sessionApi = {
  signIn: endpoint({
    method: "POST",
    path: "/v1/session",
    summary: "Sign in",
    description: "Checks an e-mail address and a password, and sets the session cookie.",
    errors: [40100, 42900],
    access: "public",
    isRepeatable: true,
    body: SignInDraft,
    response: Session,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/session",
    summary: "Read the current session",
    description: "Returns the signed-in person with role and scopes. Answers 404 to an API key.",
    errors: [40400],
    sessionOnly: true,
    access: "any",
    response: Session,
    status: 200,
  }),
  signOut: endpoint({
    method: "DELETE",
    path: "/v1/session",
    summary: "Sign out",
    description: "Ends the current session and removes the cookie.",
    sessionOnly: true,
    access: "any",
    response: z.void(),
    status: 204,
  }),
  prove: endpoint({
    method: "POST",
    path: "/v1/session/proof",
    summary: "Confirm the password",
    description:
      "Checks the password of the signed-in person. For 15 minutes the session may call operations that need a confirmed password, such as revealing secrets. Answers 404 to an API key.",
    errors: [40400, 42900],
    sessionOnly: true,
    access: "any",
    holdsPassword: true,
    isRepeatable: true,
    body: PasswordProof,
    response: z.void(),
    status: 204,
  }),
  changePassword: endpoint({
    method: "PUT",
    path: "/v1/session/password",
    summary: "Change the own password",
    description:
      "Changes the password of the signed-in person and ends every other session. Answers 404 to an API key.",
    errors: [40400, 42900],
    sessionOnly: true,
    access: "any",
    body: PasswordChange,
    response: Session,
    status: 200,
  }),
  setup: endpoint({
    method: "POST",
    path: "/v1/setup",
    summary: "Create the first administrator",
    description:
      "Creates the first administrator with the one-time token that the server printed at start, and signs in. Answers 404 when there is an operator already.",
    errors: [40400],
    access: "public",
    body: SetupDraft,
    response: Session,
    status: 201,
  }),
};
