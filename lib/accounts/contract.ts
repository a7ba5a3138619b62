import * as z from "zod";
import { endpoint } from "@/lib/protocol/endpoint";
import { ById, Id } from "@/lib/protocol/ids";
import { OptionalPageQuery } from "@/lib/protocol/paging";
import { name, SearchText, Timestamp } from "@/lib/protocol/wire";

export const AccountDraft = z
  .strictObject({
    name: name("Give the account a name"),
  })
  .meta({ id: "AccountDraft" });
export type AccountDraft = z.infer<typeof AccountDraft>;

const Account = z
  .object({ id: Id, name: z.string(), createdAt: Timestamp })
  .meta({ id: "Account" });

const AccountList = z
  .object({ accounts: z.array(Account), nextCursor: z.string().optional() })
  .meta({ id: "AccountList" });

const AccountQuery = z.object({
  ...OptionalPageQuery,
  q: SearchText.optional().describe(
    "Part of the name, or the id; upper and lower case are the same. An exact match comes first, then names that begin with the text",
  ),
});
export type AccountQuery = z.output<typeof AccountQuery>;

export const accountsApi = {
  list: endpoint({
    method: "GET",
    path: "/v1/accounts",
    summary: "List accounts",
    description:
      "Returns the accounts that the caller sees, oldest first; all of them, or pages with limit. The key of one account sees that account.",
    access: "any",
    query: AccountQuery,
    response: AccountList,
    status: 200,
  }),
  create: endpoint({
    method: "POST",
    path: "/v1/accounts",
    summary: "Create an account",
    description: "Creates an account. Needs a service key or an operator.",
    errors: [40900],
    access: "admin",
    body: AccountDraft,
    response: Account,
    status: 201,
  }),
  read: endpoint({
    method: "GET",
    path: "/v1/accounts/{id}",
    summary: "Read an account",
    description: "Returns one account.",
    access: "any",
    params: ById,
    response: Account,
    status: 200,
  }),
  rename: endpoint({
    method: "PUT",
    path: "/v1/accounts/{id}",
    summary: "Rename an account",
    description: "Changes the name of an account. Needs a service key or an operator.",
    errors: [40900],
    access: "admin",
    params: ById,
    body: AccountDraft,
    response: Account,
    status: 200,
  }),
};
