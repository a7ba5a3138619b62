import { z } from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { Id } from "@/lib/protocol/ids";
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
};
