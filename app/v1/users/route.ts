import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { usersApi } from "@/lib/users/contract";
import { createUser, listUsers } from "@/lib/users/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(usersApi.list, listUsers),
  POST: handle(usersApi.create, (ctx, { body }) => createUser(ctx, body)),
});
