import { z } from "zod";
import { roles } from "@/db/enums";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { Timestamp } from "@/lib/protocol/wire";
import { Email, NewPassword } from "@/lib/session/contract";

const Role = z.enum(roles, { error: `Choose from ${roles.join(", ")}` });

export const UserDraft = z
  .strictObject({ email: Email, role: Role, password: NewPassword })
  .meta({ id: "UserDraft" });
export type UserDraft = z.infer<typeof UserDraft>;

export const UserPatch = UserDraft.partial().meta({ id: "UserPatch" });
export type UserPatch = z.infer<typeof UserPatch>;

const User = z
  .object({ id: Id, email: z.string(), role: z.enum(roles), createdAt: Timestamp })
  .meta({ id: "User" });

const UserList = z.object({ users: z.array(User) }).meta({ id: "UserList" });

export const usersApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/users",
    summary: "List operators",
    description: "Returns the people who can sign in to the dashboard, oldest first.",
    access: "admin",
    response: UserList,
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/users",
    summary: "Create an operator",
    description:
      "Lets another person sign in to the dashboard. Needs a service key or an administrator.",
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
    summary: "Read an operator",
    description: "Returns one operator.",
    access: "admin",
    params: ById,
    response: User,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/users/{id}",
    summary: "Change an operator",
    description:
      "Changes e-mail address, role or password. Another role or password ends the sessions of the person. The last administrator keeps the role.",
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
    summary: "Remove an operator",
    description:
      "Removes an operator and ends the sessions of the person. The last administrator cannot be removed.",
    errors: [40900],
    access: "admin",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
