import * as z from "zod";
import { roles } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";
import { Session } from "@/lib/session/contract";
import { MemberOf } from "@/lib/users/contract";
import { Email, NewPassword } from "@/lib/users/credentials";

export const InvitationDraft = z
  .strictObject({
    email: Email,
    role: z
      .enum(roles, { error: `Choose from ${roles.join(", ")}` })
      .optional()
      .describe("viewer when left out"),
    accountId: MemberOf,
  })
  .meta({ id: "InvitationDraft" });
export type InvitationDraft = z.infer<typeof InvitationDraft>;

const token = z
  .string({ error: "Enter the token of the link" })
  .min(1, "Enter the token of the link")
  .max(200, "Use at most 200 characters")
  .describe("Fragment of the link");

export const InvitationToken = z.strictObject({ token }).meta({ id: "InvitationToken" });
export type InvitationToken = z.infer<typeof InvitationToken>;

export const InvitationAcceptance = z
  .strictObject({ token, password: NewPassword })
  .meta({ id: "InvitationAcceptance" });
export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>;

const Invitation = z
  .object({
    id: Id,
    accountId: present(Id).describe("Account of a member; left out for an operator"),
    email: z.string(),
    role: z.enum(roles),
    state: z.enum(["pending", "expired"]).describe("expired: its link no longer works"),
    createdAt: Timestamp,
    createdBy: present(z.string()).describe("Name of the inviter; left out when unknown"),
    expiresAt: Timestamp,
  })
  .meta({ id: "Invitation" });

const IssuedInvitation = Invitation.extend({
  link: z
    .string()
    .describe(
      "Path of the page that accepts the invitation, to append to the address of the dashboard. The fragment is the token, which is shown once",
    ),
}).meta({ id: "IssuedInvitation" });

const InvitationList = z
  .object({ invitations: z.array(Invitation) })
  .meta({ id: "InvitationList" });

const InvitationPreview = z
  .object({
    accountName: present(z.string()).describe("Account of a member; left out for an operator"),
    email: z.string(),
    role: z.enum(roles),
    expiresAt: Timestamp,
  })
  .meta({ id: "InvitationPreview" });

export const invitationsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/invitations",
    summary: "List invitations",
    description: "Returns the invitations that are not accepted yet, newest first.",
    access: "admin",
    response: InvitationList,
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/invitations",
    summary: "Invite a user",
    description:
      "Creates a link for one person to sign up with an e-mail address and a role: as an operator, or with `accountId` as a member, who sees that account only. The link works once, within 72 hours. Postback sends no e-mail: pass the link on. Only this response shows it.",
    errors: [40900],
    access: "admin",
    needsPassword: true,
    body: InvitationDraft,
    response: IssuedInvitation,
    answerIsSecret: true,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/invitations/{id}",
    summary: "Read an invitation",
    description:
      "Returns an invitation that is not accepted yet, as the list does. The link is not shown.",
    access: "admin",
    params: ById,
    response: Invitation,
    status: 200,
  }),
  preview: endpoint({
    method: "POST",
    path: "/v1/invitations/preview",
    summary: "Read an invitation by its token",
    description:
      "Returns the e-mail address and the role of an invitation to the person who has its link. Failures are limited like failed sign-ins.",
    errors: [40400, 40900, 42900],
    access: "public",
    isRepeatable: true,
    body: InvitationToken,
    response: InvitationPreview,
    status: 200,
  }),
  accept: endpoint({
    method: "POST",
    path: "/v1/invitations/accept",
    summary: "Accept an invitation",
    description:
      "Creates the user with the password of the request, and signs in. Failures are limited like failed sign-ins.",
    errors: [40400, 40900, 42900],
    access: "public",
    holdsPassword: true,
    body: InvitationAcceptance,
    response: Session,
    status: 201,
  }),
  renew: endpoint({
    method: "POST",
    path: "/v1/invitations/{id}/renew",
    summary: "Renew an invitation",
    description:
      "Replaces the link of an invitation by a new one, which works for another 72 hours. Only this response shows it.",
    access: "admin",
    needsPassword: true,
    params: ById,
    response: IssuedInvitation,
    answerIsSecret: true,
    status: 200,
  }),
  revoke: endpoint({
    method: "DELETE",
    path: "/v1/invitations/{id}",
    summary: "Revoke an invitation",
    description: "Ends an invitation at once. Its link stops working.",
    access: "admin",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
