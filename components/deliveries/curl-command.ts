import type { AttemptDetail } from "@/lib/deliveries/queries";

type Request = NonNullable<AttemptDetail["request"]>;

const ownOfTheConnection = ["host", "connection", "content-length", "transfer-encoding"];
const ofTheSignature = ["webhook-signature", "webhook-timestamp"];

/** Characters of a body that fit into one argument of a command, at up to three bytes each: Linux allows 128 KiB. */
const longestArgument = 40_000;

/**
 * Returns the request as a shell command, with or without its signature. A body that is too long for an argument is piped, and
 * brackets in the URL are sent as they are: curl would take them for ranges and lists.
 */
export function curlCommand({ method, url, headers, body }: Request, signed: boolean): string {
  const left = signed ? ownOfTheConnection : [...ownOfTheConnection, ...ofTheSignature];
  const kept = headers.filter(([name]) => !left.includes(name.toLowerCase()));
  const isPiped = body.length > longestArgument;
  const command = [
    `curl ${/[[{]/.test(url) ? "-g " : ""}-X ${method} ${quoted(url)}`,
    ...kept.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    isPiped ? "--data-binary @-" : `--data-raw ${quoted(body)}`,
  ].join(" \\\n  ");
  return isPiped ? `printf %s ${quoted(body)} | ${command}` : command;
}

/** Returns what to fill in before the command works: values of the URL that the caller may not see, and of custom headers. */
export function placeholdersIn({ url, headers }: Request): string[] {
  const areHidden = headers.some(([, value]) => value === "***");
  return [
    ...(url.includes("•••") ? ["Replace ••• with the values of the URL."] : []),
    ...(areHidden ? ["Replace *** with the values of the custom headers."] : []),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
