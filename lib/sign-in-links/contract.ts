import * as z from "zod";
import { roles } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { Timestamp } from "@/lib/protocol/wire";
import { Session } from "@/lib/session/contract";
import { Email } from "@/lib/users/credentials";

export const SignInLinkDraft = z
  .strictObject({
    email: Email.describe("The person, who becomes a member of the account by the first link"),
    role: z
      .enum(roles, { error: `Choose from ${roles.join(", ")}` })
      .optional()
      .describe("Role from now on. When left out, a new member is a viewer and others keep theirs"),
  })
  .meta({ id: "SignInLinkDraft" });
export type SignInLinkDraft = z.infer<typeof SignInLinkDraft>;

const IssuedSignInLink = z
  .object({
    userId: Id,
    link: z
      .string()
      .describe(
        "Path of the page that signs in, to append to the address of the dashboard. The fragment is the token, which is shown once",
      ),
    expiresAt: Timestamp,
  })
  .meta({ id: "IssuedSignInLink" });

const SignInLinkPreview = z
  .object({ userId: Id, email: z.string() })
  .meta({ id: "SignInLinkPreview" });

export const SignInLinkToken = z
  .strictObject({
    token: z
      .string({ error: "Enter the token of the link" })
      .min(1, "Enter the token of the link")
      .max(200, "Use at most 200 characters")
      .describe("Fragment of the link"),
  })
  .meta({ id: "SignInLinkToken" });
export type SignInLinkToken = z.infer<typeof SignInLinkToken>;

export const signInLinksApi = {
  create: endpoint({
    method: "POST",
    path: "/v1/accounts/{id}/sign-in-links",
    summary: "Create a sign-in link for a customer",
    description:
      "Creates a link that signs in one member of the account without a password, once and within ten minutes. For a button in your own service, where the customer is signed in already: request a link when it is pressed, and redirect to it. Needs a service key or an administrator. Answers 409 if the e-mail address is that of an operator or of a member of another account. Another role ends the sessions of the member.",
    errors: [40900],
    access: "admin",
    changes: "users",
    needsPassword: true,
    params: ById,
    body: SignInLinkDraft,
    response: IssuedSignInLink,
    answerIsSecret: true,
    status: 201,
  }),
  preview: endpoint({
    method: "POST",
    path: "/v1/session/link/preview",
    summary: "Read a sign-in link by its token",
    description:
      "Returns the member whom a sign-in link signs in, and does not use the link. Failures are limited like failed sign-ins.",
    errors: [40400, 42900],
    access: "public",
    isRepeatable: true,
    body: SignInLinkToken,
    response: SignInLinkPreview,
    status: 200,
  }),
  use: endpoint({
    method: "POST",
    path: "/v1/session/link",
    summary: "Sign in by a link",
    description:
      "Signs in the member of the link, and sets the session cookie. Failures are limited like failed sign-ins.",
    errors: [40400, 42900],
    access: "public",
    isRepeatable: true,
    body: SignInLinkToken,
    response: Session,
    status: 201,
  }),
};
