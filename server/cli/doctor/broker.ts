import type { Environment } from "@/lib/env";
import { connectNats } from "@/lib/nats/connect";
import { type Finding, ok, warning } from "./finding";

/** Connects to the broker as web processes and workers do. */
export async function checkBroker(env: Environment): Promise<Finding> {
  const { jetstreamManager } = await import("@nats-io/jetstream");
  try {
    const connection = await connectNats(env, { name: "postback doctor", isOnce: true });
    try {
      const manager = await jetstreamManager(connection);
      const { memory, limits } = await manager.getAccountInfo();
      const most = limits.max_memory > 0 ? ` of ${limits.max_memory}` : "";
      const server = `${connection.getServer()}, version ${connection.info?.version}`;
      return ok("broker", `${server}. JetStream uses ${memory}${most} bytes of memory.`);
    } finally {
      await connection.close();
    }
  } catch (error) {
    const { message } = error as Error;
    const advice =
      "Deliveries are claimed meanwhile. Check NATS_URL, credentials and that JetStream is on.";
    return warning("broker", `NATS: ${message}.`, advice);
  }
}
