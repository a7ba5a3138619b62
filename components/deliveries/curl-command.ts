import type { AttemptDetail } from "@/lib/deliveries/queries";

type Request = NonNullable<AttemptDetail["request"]>;

const ownOfTheConnection = ["host", "connection", "content-length", "transfer-encoding"];
const ofTheSignature = ["webhook-signature", "webhook-timestamp"];

/** Returns the request as a shell command, with or without its signature. */
export function curlCommand({ method, url, headers, body }: Request, signed: boolean): string {
  const left = signed ? ownOfTheConnection : [...ownOfTheConnection, ...ofTheSignature];
  const kept = headers.filter(([name]) => !left.includes(name.toLowerCase()));
  return [
    `curl -X ${method} ${quoted(url)}`,
    ...kept.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-raw ${quoted(body)}`,
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
