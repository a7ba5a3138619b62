const perLine = 16;

/** Returns a hex dump: offset, sixteen bytes and their printable characters per line. */
export function hexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let start = 0; start < bytes.length; start += perLine) {
    const line = [...bytes.subarray(start, start + perLine)];
    const hex = line.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = line.map((byte) => (byte >= 32 && byte < 127 ? String.fromCharCode(byte) : "."));
    lines.push(
      `${start.toString(16).padStart(6, "0")}  ${hex.padEnd(3 * perLine)} ${text.join("")}`,
    );
  }
  return lines.join("\n");
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
