import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import type { Context } from "@/lib/context";
import { byteOrderMark, csvLine } from "@/lib/csv";
import { formatCount } from "@/lib/format";
import type { ResponseHeaders } from "@/lib/protocol/response-headers";
import { Delivery, type ExportFormat, exportTypes } from "./contract";
import { csvHead, deliveryLine } from "./csv";
import type { DeliveryChoice } from "./filter";
import { listDeliveries } from "./operations";

/** Encoding it takes the thread for about 7 ms. */
const portion = 100;

type Wire = z.input<typeof Delivery>;
type Row = z.output<typeof Delivery>;

type ReadInTurn = <T>(read: () => Promise<T>) => Promise<T>;
type Streaming = { headers: ResponseHeaders; inTurn: ReadInTurn; rowLimit?: number };

/**
 * Returns a file of the deliveries that match a filter, as a stream. Reads from the database only as fast as the client
 * reads, each portion but the first by `inTurn`.
 */
export async function exportDeliveries(
  ctx: Context,
  { format, ...choice }: DeliveryChoice & { format: ExportFormat },
  { headers, inTurn, rowLimit = 50_000 }: Streaming,
) {
  const name = `deliveries-${new Date().toISOString().slice(0, 16).replace(/\D/g, "")}.${format}`;
  headers.set("content-disposition", `attachment; filename="${name}"`);
  const parts = partsOf(ctx, { ...choice, format }, inTurn, rowLimit);
  // Reads the first part now, so that an invalid filter is answered with an error and not with a broken file.
  const first = await parts.next();
  return { type: exportTypes[format], body: streamOf(first, parts) };
}

async function* partsOf(
  ctx: Context,
  { format, ...choice }: DeliveryChoice & { format: ExportFormat },
  inTurn: ReadInTurn,
  rowLimit: number,
) {
  const write = format === "csv" ? deliveryLine : (row: Wire) => `${JSON.stringify(row)}\n`;
  const read = async (cursor?: string) => {
    const startedAt = performance.now();
    const page = await listDeliveries(ctx, { ...choice, limit: portion, cursor });
    const text = page.deliveries.map((row) => write(z.encode(Delivery, row as Row))).join("");
    return { text, nextCursor: page.nextCursor, tookMs: performance.now() - startedAt };
  };
  const isForPerson = format === "csv" && ctx.actor.kind === "user";
  let { text, nextCursor, tookMs } = await read();
  yield `${isForPerson ? byteOrderMark : ""}${format === "csv" ? csvHead : ""}${text}`;
  for (let written = portion; nextCursor && written < rowLimit; written += portion) {
    // Others get half of the time.
    await delay(tookMs);
    const cursor = nextCursor;
    ({ text, nextCursor, tookMs } = await inTurn(() => read(cursor)));
    yield text;
  }
  // Programs with a key know the limit from the documentation, and expect only rows.
  if (nextCursor && isForPerson) yield cutLine(rowLimit);
}

/** Returns the last line of a file that lacks matching deliveries, for the person who opens it. */
function cutLine(rows: number): string {
  const limit = formatCount(rows);
  return csvLine([`Limited to ${limit} rows. Older matching deliveries are not in this file.`]);
}

type Parts = AsyncGenerator<string, void>;

function streamOf(first: IteratorResult<string, void>, parts: Parts): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string, void>> | undefined = Promise.resolve(first);
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await (next ?? parts.next());
      next = undefined;
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: () => void parts.return(),
  });
}
