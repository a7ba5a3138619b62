import { expect, test } from "vitest";
import { tlsOf } from "./tls";

const of = (query: string) => tlsOf(new URL(`postgres://user@db.example/name?${query}`));
const file = "package.json";

test.each([
  ["sslmode=verify_full", "sslmode=verify_full is unknown. Use one of disable, allow, prefer,"],
  ["sslrootcert=nowhere.pem", "sslrootcert must name a readable file in PEM format (ENOENT"],
  [`sslmode=verify-ca&sslrootcert=${file}`, "sslrootcert must name a readable file in PEM"],
  [`sslcert=${file}&sslkey=${file}`, "sslcert and sslkey must name a readable file in PEM"],
  [`sslmode=require&sslcert=${file}`, "sslcert and sslkey belong together. Set both or neither."],
  [`sslmode=prefer&sslrootcert=${file}`, "sslmode=prefer reads no certificates. Use one of req"],
])("%s is refused", (query, message) => {
  expect(() => of(query)).toThrow(message);
});

test("the server sees no parameter of TLS, and all others", () => {
  const { url, tls } = of(`sslmode=disable&sslrootcert=${file}&client_min_messages=error`);
  expect(url.search).toBe("?client_min_messages=error");
  expect(tls).toBeUndefined();
  expect(of("sslrootcert=system").tls).toBe("verify-full");
  expect(of("sslmode=require&sslrootcert=system").tls).toBe("verify-full");
});
