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

/** Secrets that sign one-shot callbacks of an account, encrypted. During a rotation two are valid. */
export const accountSecrets = pgTable(
  "account_secrets",
  {
    id: id(),
    accountId: uuid()
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    secret: text().notNull(),
    /** Null for the current secret. */
    validUntil: instant(),
    createdAt: createdAt(),
  },
  (t) => [
    index("account_secrets_account").on(t.accountId, t.createdAt),
    uniqueIndex("account_secrets_current").on(t.accountId).where(sql`valid_until is null`),
  ],
);

/** API keys. Only the hash is stored; `prefix` and `last4` identify the key to people. */
export const apiKeys = pgTable(
  "api_keys",
  {
    id: id(),
    /** Null for a service key: the video pipeline's key, for every account. */
    accountId: uuid().references(() => accounts.id, { onDelete: "cascade" }),
    name: text().notNull(),
    scopes: text({ enum: scopes }).array().notNull(),
    keyHash: text().notNull(),
    prefix: text().notNull(),
    last4: text().notNull(),
    createdAt: createdAt(),
    expiresAt: instant(),
    lastUsedAt: instant(),
    /** Client address of the request at `lastUsedAt`. */
    lastUsedFrom: text(),
    /** Name of the issuer, who may have been deleted. */
    createdBy: text(),
    revokedAt: instant(),
    /** The key that replaced it in a rotation. */
    replacedBy: uuid(),
  },
  (t) => [uniqueIndex("api_keys_hash").on(t.keyHash), index("api_keys_account").on(t.accountId)],
);

/** People who use the dashboard: operators, and members of an account. */
export const users = pgTable(
  "users",
  {
    id: id(),
    /** The account of a member, which never changes. Null for an operator, who sees every account. */
    accountId: uuid().references(() => accounts.id),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex("users_email").on(sql`lower(${t.email})`)],
);

/** Separate from `users`, so that no query for display can select a hash. */
export const userPasswords = pgTable("user_passwords", {
  userId: uuid()
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  passwordHash: text().notNull(),
});

/** Sessions of signed-in browsers; the cookie's token is stored as a hash. */
export const sessions = pgTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    /** Identifies the session in lists. */
    id: uuid().notNull().default(sql`new_id()`),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    address: text(),
    userAgent: text(),
    createdAt: createdAt(),
    lastSeenAt: instant().notNull().defaultNow(),
    /** Time of the last password confirmation; signing in is the first. */
    provenAt: instant().notNull().defaultNow(),
    expiresAt: instant().notNull(),
  },
  (t) => [index("sessions_user").on(t.userId), uniqueIndex("sessions_id").on(t.id)],
);

/** Invitations of operators and members. The link's token is stored as a hash. */
export const invitations = pgTable(
  "invitations",
  {
    id: id(),
    /** The account of a member; null for an operator. */
    accountId: uuid().references(() => accounts.id),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    tokenHash: text().notNull(),
    createdAt: createdAt(),
    /** Name of the inviter, who may have been deleted. */
    createdBy: text(),
    /** User who was shown the link. Null for a key. */
    issuedTo: uuid(),
    expiresAt: instant().notNull(),
    /** Null until the invited person has signed up. */
    acceptedAt: instant(),
  },
  (t) => [
    uniqueIndex("invitations_token").on(t.tokenHash),
    uniqueIndex("invitations_open").on(sql`lower(${t.email})`).where(sql`accepted_at is null`),
  ],
);

/** One-time links that sign in a member without a password. The token is stored as a hash. */
export const signInLinks = pgTable(
  "sign_in_links",
  {
    tokenHash: text().primaryKey(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    expiresAt: instant().notNull(),
  },
  (t) => [
    index("sign_in_links_user").on(t.userId),
    index("sign_in_links_expires_at").on(t.expiresAt),
  ],
);

/** One-time token, printed at start, for the first administrator's sign-up. */
export const setupTokens = pgTable("setup_tokens", {
  tokenHash: text().primaryKey(),
  expiresAt: instant().notNull(),
});
