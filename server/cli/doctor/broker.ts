import type { Environment } from "@/lib/env";
import { connectNats } from "@/lib/nats/connect";
import { type Finding, ok, warning } from "./finding";

/** Connects to the broker as web processes and workers do. */
export async function checkBroker(env: Environment): Promise<Finding> {
  const { jetstreamManager } = await import("@nats-io/jetstream");
  try {
    const connection = await connectNats(env, "postback doctor");
    try {
      const manager = await jetstreamManager(connection);
      const { memory, limits } = await manager.getAccountInfo();
      const most = limits.max_memory > 0 ? ` of ${limits.max_memory}` : "";
      const server = `${connection.getServer()}, version ${connection.info?.version}`;
      return ok("broker", `${server}. JetStream uses ${memory}${most} bytes of memory.`);
    } catch (error) {
      const advice =
        "Deliveries are claimed meanwhile. Turn on JetStream for the account of Postback.";
      return warning("broker", `JetStream: ${(error as Error).message}.`, advice);
    } finally {
      await connection.close();
    }
  } catch (error) {
    const [detail = "", ...advice] = (error as Error).message.split(/(?<=\.) /);
    return warning("broker", detail, `${advice.join(" ")} Deliveries are claimed meanwhile.`);
  }
}
