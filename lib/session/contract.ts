import { z } from "zod";
import { roles, scopes } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";

const email = z.email("Enter an e-mail address");

export const SignInDraft = z
  .strictObject({
    email,
    password: z.string().min(1, "Enter the password").max(200, "Use at most 200 characters"),
  })
  .meta({ id: "SignInDraft" });
export type SignInDraft = z.infer<typeof SignInDraft>;

export const SetupDraft = z
  .strictObject({
    token: z.string().trim().min(1, "Enter the setup token that the server printed at start"),
    email,
    password: z
      .string()
      .min(12, "Use at least 12 characters")
      .max(200, "Use at most 200 characters"),
  })
  .meta({ id: "SetupDraft" });
export type SetupDraft = z.infer<typeof SetupDraft>;

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
