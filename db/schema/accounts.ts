import { sql } from "drizzle-orm";
import { index, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, instant } from "../columns";
import { roles, scopes } from "../enums";

/** A customer of the video service. */
export const accounts = pgTable(
  "accounts",
  { id: id(), name: text().notNull(), createdAt: createdAt() },
  (t) => [uniqueIndex("accounts_name").on(t.name)],
);

/** What one-shot callbacks of an account are signed with, encrypted. During a rotation two are valid. */
export const accountSecrets = pgTable(
  "account_secrets",
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    /** Null while it is the current one. */
    validUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index("account_secrets_account").on(t.accountId, t.createdAt),
    uniqueIndex("account_secrets_current").on(t.accountId).where(sql`valid_until is null`),
  ],
);

/** A program's way in. Only the hash is kept; `prefix` and `last4` are what a person recognises it by. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    /** Null is a service key: the video pipeline's own, for every account. */
    accountId: uuid().references(() => accounts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    scopes: text({ enum: scopes }).array().notNull(),
    keyHash: text().notNull(),
    prefix: text().notNull(),
    last4: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant(),
    lastUsedAt: instant(),
    /** Where the request came from that `lastUsedAt` tells of. */
    lastUsedFrom: text(),
    /** Who issued it: a name, which may be gone by now. */
    createdBy: text(),
    revokedAt: instant(),
    /** The key that a rotation put in its place. */
    replacedBy: uuid(),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.keyHash), index("api_keys_account").on(t.accountId)],
);

/** An operator: a person at the dashboard. */
export const users = pgTable(
  "users",
  {
    id: id(),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("users_email").on(sql`lower(${t.email})`)],
);

/** Apart from `users`, so that no query for showing can carry a hash. */
export const userPasswords = pgTable("user_passwords", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  passwordHash: text().notNull(),
});

/** Signed-in browsers; the cookie's token is kept as a hash. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    /** What a list may show of it. */
    id: uuid().notNull().default(sql`new_id()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    address: text(),
    userAgent: text(),
    createdAt: createdAt(),
    lastSeenAt: instant().notNull().defaultNow(),
    /** When whoever sits there last typed the password; signing in is the first time. */
    provenAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), uniqueIndex("sessions_id").on(t.id)],
);

/** The one-time token, printed at start, that lets the first administrator in. */
export const setupTokens = pgTable("setup_tokens", {
  tokenHash: text().primaryKey(),
  expiresAt: instant().notNull(),
});
