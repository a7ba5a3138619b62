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

export const User = z
  .object({ id: Id, email: z.string(), role: z.enum(roles), createdAt: Timestamp })
  .meta({ id: "User" });

export const usersApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/users",
    summary: "The operators of the dashboard, oldest first",
    access: "admin",
    response: z.object({ users: z.array(User) }),
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/users",
    summary: "Let another operator in",
    access: "admin",
    body: UserDraft,
    response: User,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/users/{id}",
    summary: "One operator",
    access: "admin",
    params: ById,
    response: User,
    status: 200,
  }),
  update: endpoint({
    method: "PUT",
    path: "/v1/users/{id}",
    summary: "Change an operator; another role or password ends the person's sessions",
    access: "admin",
    params: ById,
    body: UserPatch,
    response: User,
    status: 200,
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/users/{id}",
    summary: "Remove an operator; there is always an administrator left",
    access: "admin",
    params: ById,
    response: z.void(),
    status: 204,
  }),
};
