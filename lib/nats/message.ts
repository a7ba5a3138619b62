import type { Capacity } from "@/lib/queue/capacity";
import type { LeasedDelivery } from "@/lib/queue/leased-delivery";

/** Leased deliveries without what only their own process understands. Secrets and headers are encrypted, as in the database. */
type Message = {
  publisher: string;
  rows: (Omit<LeasedDelivery, "now" | "claimedAt"> & { now: string })[];
};

/** Capacity that a worker reports. */
export type Report = { workerId: string; capacity: Capacity };

/** Time after which a publisher releases the lease of a message that no worker confirmed. Not measured. */
export const confirmationMs = 1250;

/** Identifies a published delivery. A worker confirms it to its publisher by this key, and is granted it by the same. */
export const keyOf = ({ deliveryId, lease }: LeasedDelivery): string => `${deliveryId} ${lease}`;

/** Bytes after which a message takes no further row, so that a worker is not busy with one message for long. Not measured. */
const fullBytes = 65_536;

/** Message with these deliveries. */
export type Encoded = { rows: LeasedDelivery[]; text: string };

/**
 * Encodes deliveries to one worker, several in a message, because a message costs more than the rows in it.
 *
 * @param publisher id of the process that wants the confirmation
 * @param limit bytes that the broker accepts. A row that is larger alone is in `tooLarge`.
 */
export function encodeDeliveries(rows: LeasedDelivery[], publisher: string, limit: number) {
  const parts: { rows: LeasedDelivery[]; texts: string[]; bytes: number }[] = [];
  const tooLarge: LeasedDelivery[] = [];
  const emptyBytes = Buffer.byteLength(messageOf(publisher, []));
  for (const row of rows) {
    const { claimedAt: _, ...shared } = row;
    const text = JSON.stringify(shared);
    const bytes = Buffer.byteLength(text) + 1;
    const last = parts.at(-1);
    if (emptyBytes + bytes > limit) tooLarge.push(row);
    else if (last && last.bytes + bytes <= Math.min(limit, fullBytes)) {
      last.rows.push(row);
      last.texts.push(text);
      last.bytes += bytes;
    } else parts.push({ rows: [row], texts: [text], bytes: emptyBytes + bytes });
  }
  const messages = parts.map(
    (part): Encoded => ({ rows: part.rows, text: messageOf(publisher, part.texts) }),
  );
  return { messages, tooLarge };
}

/** @param rows JSON texts */
function messageOf(publisher: string, rows: string[]): string {
  return `{"publisher":${JSON.stringify(publisher)},"rows":[${rows.join()}]}`;
}

/** @param claimedAtOf converts a time of the database to the monotonic clock of this process */
export function decodeDeliveries(text: string, claimedAtOf: (now: Date) => number) {
  const { publisher, rows }: Message = JSON.parse(text);
  return {
    publisher,
    rows: rows.map(({ now: time, ...row }): LeasedDelivery => {
      const now = new Date(time);
      return { now, claimedAt: claimedAtOf(now), ...row };
    }),
  };
}
