import { log } from "@/lib/log";
import type { TraceContext } from "./traceparent";

/** Returns whether a trace is sampled. `parent`: the position it continues from, or null if it begins here. */
export type Sampler = (traceId: string, parent: TraceContext | null) => boolean;

const form = /^(parentbased_)?(always_on|always_off|traceidratio)$/;

/**
 * Returns the sampler that `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG` name. Decides without a span, unlike those of the
 * SDK, because most events are not sampled. Warns about a value that it does not know, and uses the default of the specification.
 */
export function samplerOf(env: Record<string, string | undefined>): Sampler {
  const name = env.OTEL_TRACES_SAMPLER || "parentbased_always_on";
  const [, parentBased, root] = form.exec(name) ?? warn("OTEL_TRACES_SAMPLER", name);
  const share =
    root === "traceidratio" ? shareOf(env.OTEL_TRACES_SAMPLER_ARG) : Number(root === "always_on");
  return (traceId, parent) =>
    parent && parentBased ? (parent.flags & 1) === 1 : fractionOf(traceId) < share;
}

/** Returns the ratio that the argument of a sampler sets. */
function shareOf(argument: string | undefined): number {
  const share = Number(argument || "1");
  if (share >= 0 && share <= 1) return share;
  warn("OTEL_TRACES_SAMPLER_ARG", String(argument));
  return 1;
}

/** Logs that a value is unknown, and returns the parts of the default sampler. */
function warn(name: string, value: string): string[] {
  log.warn(
    { reason: `${name} has the unknown value ${value}: all is sampled` },
    "check the settings",
  );
  return ["", "parentbased_", "always_on"];
}

/** Returns a number from 0 to below 1, from the last 52 bits of a trace id, which are random (W3C Trace Context, level 2). */
function fractionOf(traceId: string): number {
  return Number.parseInt(traceId.slice(-13), 16) / 2 ** 52;
}
