import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { name, Timestamp } from "@/lib/protocol/wire";

export const AccountDraft = z
  .strictObject({
    name: name("Give the account a name"),
  })
  .meta({ id: "AccountDraft" });
export type AccountDraft = z.infer<typeof AccountDraft>;

export const Account = z
  .object({ id: Id, name: z.string(), createdAt: Timestamp })
  .meta({ id: "Account" });

export const accountsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/accounts",
    summary: "The accounts the caller sees",
    access: "any",
    response: z.object({ accounts: z.array(Account) }),
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/accounts",
    summary: "Create an account",
    access: "admin",
    body: AccountDraft,
    response: Account,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/accounts/{id}",
    summary: "One account",
    access: "any",
    params: ById,
    response: Account,
    status: 200,
  }),
  rename: endpoint({
    method: "PUT",
    path: "/v1/accounts/{id}",
    summary: "Rename an account; for a service key or an operator",
    access: "admin",
    params: ById,
    body: AccountDraft,
    response: Account,
    status: 200,
  }),
};
