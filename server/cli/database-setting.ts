import { type DatabaseAddress, parseDatabaseUrl } from "@/db/address";
import { TlsMisconfigured, tlsOf } from "@/db/tls";
import { CannotStart } from "@/server/supervisor/cannot-start";

/** @throws CannotStart if it is no URL of a database that Postback can write to */
export function readAddress(url: string, setting = "DATABASE_URL"): DatabaseAddress {
  const address = parseAddress(url, setting);
  const wanted = address.firstUrl.searchParams.get("target_session_attrs") ?? "read-write";
  if (wanted === "read-write" || wanted === "primary") return address;
  throw new CannotStart(
    `${setting} asks for target_session_attrs=${wanted}. Postback writes to this database: use read-write.`,
  );
}

/** @throws CannotStart if it is no URL of a database, or its parameters of TLS are wrong */
export function parseAddress(url: string, setting: string): DatabaseAddress {
  const address = parseDatabaseUrl(url);
  if (!address) {
    throw new CannotStart(
      `${setting} is not a Postgres URL. Use the form postgres://user:password@host:5432/name.`,
    );
  }
  try {
    tlsOf(address.firstUrl);
    return address;
  } catch (error) {
    if (!(error instanceof TlsMisconfigured)) throw error;
    throw new CannotStart(`${setting} cannot be used: ${error.message}`);
  }
}
