import { nkeys } from "@nats-io/transport-node";

type Claims = { iss: nkeys.KeyPair; sub: nkeys.KeyPair; exp?: number; nats: object };

const unlimited = { subs: -1, data: -1, payload: -1 };
const accountLimits = {
  ...unlimited,
  ...{ imports: -1, exports: -1, wildcards: true, conn: -1, leaf: -1 },
  ...{ mem_storage: -1, disk_storage: -1, streams: -1, consumer: -1 },
};

/** Creates an operator and an account with JetStream, as `nsc` does. The account signs credentials of users. */
export function makeOperator() {
  const operator = nkeys.createOperator();
  const [account, system] = [nkeys.createAccount(), nkeys.createAccount()];
  const claim = (sub: nkeys.KeyPair, limits: object) =>
    signed({ iss: operator, sub, nats: { type: "account", version: 2, limits } });
  const preloaded = [
    `${account.getPublicKey()}: ${claim(account, accountLimits)}`,
    `${system.getPublicKey()}: ${claim(system, unlimited)}`,
  ];
  const nats = { type: "operator", version: 2 };
  return {
    /** Configuration of a server that trusts the operator. */
    configuration: [
      `operator: ${signed({ iss: operator, sub: operator, nats })}`,
      `system_account: ${system.getPublicKey()}`,
      "resolver: MEMORY",
      `resolver_preload: {\n${preloaded.join("\n")}\n}`,
    ].join("\n"),
    /** Returns the contents of a `.creds` file. */
    credentials: (expiresAt?: Date, signedBy = account) => credentialsOf(signedBy, expiresAt),
  };
}

/** Returns the contents of a `.creds` file of a new user. */
export function credentialsOf(account: nkeys.KeyPair, expiresAt?: Date): string {
  const user = nkeys.createUser();
  const exp = expiresAt && { exp: Math.floor(expiresAt.getTime() / 1000) };
  const nats = { type: "user", version: 2, ...unlimited };
  return [
    "-----BEGIN NATS USER JWT-----",
    signed({ iss: account, sub: user, nats, ...exp }),
    "------END NATS USER JWT------",
    "-----BEGIN USER NKEY SEED-----",
    new TextDecoder().decode(user.getSeed()),
    "------END USER NKEY SEED------",
    "",
  ].join("\n");
}

function signed({ iss, sub, ...claims }: Claims): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const name = sub.getPublicKey();
  const body = { jti: name, iat: 1, iss: iss.getPublicKey(), name, sub: name, ...claims };
  const text = `${encoded({ typ: "JWT", alg: "ed25519-nkey" })}.${encoded(body)}`;
  return `${text}.${Buffer.from(iss.sign(new TextEncoder().encode(text))).toString("base64url")}`;
}
