import type { Environment } from "@/lib/env";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { assertAllowedTarget } from "@/lib/outbound/target";
import { probe } from "@/lib/reachability/probe";
import { type Finding, ok, warning } from "./finding";

/** Sends one request the way deliveries are sent, by the proxy if there is one. */
export async function checkEgress(env: Environment, url: string): Promise<Finding> {
  const way = env.EGRESS_PROXY_URL ? "through the proxy" : "directly";
  const policy = targetPolicy(env);
  assertAllowedTarget(url, policy, "--egress-url");
  const agent = guardedAgent(policy);
  try {
    const { reachable, message } = await probe(url, agent);
    if (reachable) return ok("egress", `${url} was reached ${way}.`);
    const advice = "Check DNS, firewall and EGRESS_PROXY_URL, or choose another --egress-url.";
    return warning("egress", `${url} was not reached ${way}: ${message}`, advice);
  } finally {
    await agent.destroy();
  }
}
