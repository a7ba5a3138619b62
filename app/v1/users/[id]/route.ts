import { handle } from "@/lib/http/handle";
import { methods } from "@/lib/http/methods";
import { usersApi } from "@/lib/users/contract";
import { readUser, removeUser, updateUser } from "@/lib/users/operations";

export const { GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS } = methods({
  GET: handle(usersApi.read, (ctx, { params }) => readUser(ctx, params.id)),
  PUT: handle(usersApi.update, (ctx, { params, body }) => updateUser(ctx, params.id, body)),
  DELETE: handle(usersApi.remove, (ctx, { params }) => removeUser(ctx, params.id)),
});
