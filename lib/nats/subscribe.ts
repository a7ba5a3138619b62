import type { Msg, NatsConnection } from "@nats-io/transport-node";
import { log } from "@/lib/log";
import { LogRepeats } from "@/lib/log-repeats";

const repeats = new LogRepeats();

/**
 * Subscribes to messages in JSON. Drops those that `handle` does not understand: an error in a callback would end the reading
 * of the connection, for all of its subjects, while the connection seems open.
 */
export function subscribe<T>(
  connection: NatsConnection,
  subject: string,
  handle: (content: T, message: Msg) => void,
): void {
  connection.subscribe(subject, {
    callback(error, message) {
      // Without a subscriber, the server itself answers a request with an empty message.
      if (error || message.data.length === 0) return;
      dropUnknown(subject, () => handle(message.json<T>(), message));
    },
  });
}

/** Handles a message. One that is not understood, such as that of another version or program, is logged and dropped. */
export function dropUnknown(subject: string, handle: () => void): void {
  try {
    handle();
  } catch (err) {
    repeats.note(subject, (repeated) =>
      log.warn({ err, subject, repeated }, "message of the broker not understood; dropped"),
    );
  }
}
