import { newSecret, sign } from "@/lib/outbound/signature";
import { signingKey } from "@/lib/outbound/signing-key";
import { type Contender, concurrency, type Setup } from "./contender";
import { answerCalls } from "./role";
import { payload } from "./world";

type Request = { origin: string; headers: string[]; body: string };

/** Signing and sending only, with the same concurrency: the upper bound for every queue. */
export function answerBare(send: (request: Request) => Promise<void>): void {
  const secret = newSecret();
  let left = 0;
  let origin = "";

  async function sendOneAfterTheOther(): Promise<void> {
    while (left-- > 0) {
      const id = crypto.randomUUID();
      const timestamp = Math.floor(Date.now() / 1000);
      const body = `{"event":"VIDEO_GENERATION_SUCCESS","data":${payload}}`;
      const signature = sign({ keys: [signingKey(secret)], id, timestamp, body });
      const headers = [
        ...["content-type", "application/json", "webhook-id", id],
        ...["webhook-timestamp", String(timestamp), "webhook-signature", signature],
      ];
      await send({ origin, headers, body });
    }
  }
  const contender: Contender = {
    async prepare({ jobs, receiver }: Setup) {
      left = jobs;
      origin = receiver;
    },
    run() {
      for (let n = 0; n < concurrency; n++) void sendOneAfterTheOther();
    },
    async end() {},
  };
  answerCalls(contender);
}
