import type { Environment } from "@/lib/env";
import { guardedAgent } from "@/lib/outbound/connector";
import { targetPolicy } from "@/lib/outbound/policy";
import { targetComplaint } from "@/lib/outbound/target";
import { probe } from "@/lib/reachability/probe";
import { type Finding, failed, ok, warning } from "./finding";

/** Sends one request the way deliveries are sent, by the proxy if there is one. */
export async function checkEgress(env: Environment, url: string): Promise<Finding> {
  const way = env.EGRESS_PROXY_URL ? "through the proxy" : "directly";
  const policy = targetPolicy(env);
  const complaint = targetComplaint(url, policy);
  if (complaint) {
    const advice = "Choose another --egress-url, or change the setting that refuses this one.";
    return failed("egress", `--egress-url: ${complaint}.`, advice);
  }
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
