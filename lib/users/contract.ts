import * as z from "zod";
import { roles } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { present, Timestamp } from "@/lib/protocol/wire";
import { Email, NewPassword } from "./credentials";

/** The account of a new member. */
export const MemberOf = Id.optional().describe(
  "Account whose webhooks, events and deliveries the person sees; all accounts when left out",
);
const Role = z.enum(roles, { error: `Choose from ${roles.join(", ")}` });

export const UserPatch = z
  .strictObject({ email: Email, role: Role, password: NewPassword })
  .partial()
  .meta({ id: "UserPatch" });
export type UserPatch = z.infer<typeof UserPatch>;

export const UserDraft = UserPatch.required()
  .extend({ accountId: MemberOf })
  .meta({ id: "UserDraft" });
export type UserDraft = z.infer<typeof UserDraft>;

const User = z
  .object({
    id: Id,
    accountId: present(Id).describe("Account of a member; left out for an operator"),
    email: z.string(),
    role: z.enum(roles),
    createdAt: Timestamp,
  })
  .meta({ id: "User" });

const UserList = z.object({ users: z.array(User) }).meta({ id: "UserList" });

export const usersApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/users",
    summary: "List users",
    description: "Returns the people who can sign in to the dashboard, oldest first.",
    access: "admin",
    response: UserList,
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/users",
    summary: "Create a user",
    description:
      "Lets another person sign in to the dashboard: an operator, or with `accountId` a member, who sees that account only. Revokes the open invitation to the e-mail address. Needs a service key or an administrator.",
    errors: [40900],
    access: "admin",
    needsPassword: true,
    holdsPassword: true,
    body: UserDraft,
    response: User,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/users/{id}",
    summary: "Read a user",
    description: "Returns one user.",
    access: "admin",
    params: ById,
    response: User,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/users/{id}",
    summary: "Change a user",
    description:
      "Changes e-mail address, role or password. Another role or password ends the sessions of the person. Another e-mail address revokes the open invitation to it. The last administrator keeps the role. The account of a member cannot change.",
    errors: [40900],
    access: "admin",
    needsPassword: true,
    params: ById,
    body: UserPatch,
    response: User,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/users/{id}",
    summary: "Remove a user",
    description:
      "Removes a user and ends the sessions of the person. The last administrator cannot be removed.",
    errors: [40900],
    access: "admin",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
