import type { AttemptDetail } from "@/lib/deliveries/queries";
import { formatDuration } from "@/lib/format";

type Phase = { name: string; hint: string; ms: number; fill: string };

/** Duration of an attempt by phase. */
export function TimingPart({ attempt }: { attempt: AttemptDetail }) {
  const { durationMs, request, phases } = attempt;
  const parts = phasesOf(attempt);
  const whole = Math.max(durationMs, 1);
  let begin = 0;
  return (
    <div className="grid grid-cols-1 gap-4">
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Phases of the attempt, in order</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">Phase</th>
            <th scope="col">Share</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, hint, ms, fill }) => {
            const x = (100 * begin) / whole;
            begin += ms;
            return (
              <tr key={name} className="border-line not-last:border-b">
                <th scope="row" className="w-36 py-2 pr-3 font-normal text-soft">
                  {name}
                  <span className="block text-faint text-xs">{hint}</span>
                </th>
                <td className="py-2">
                  <svg aria-hidden="true" className="block h-3 w-full rounded-sm bg-idle-wash">
                    <rect
                      x={`${Math.min(x, 99.5)}%`}
                      width={`${Math.max((100 * ms) / whole, 0.5)}%`}
                      height="100%"
                      className={fill}
                    />
                  </svg>
                </td>
                <td className="w-20 py-2 text-right tabular-nums">{formatDuration(ms)}</td>
              </tr>
            );
          })}
          <tr className="font-medium">
            <th scope="row" className="py-2 font-medium">
              Total
            </th>
            <td />
            <td className="py-2 text-right tabular-nums">{formatDuration(durationMs)}</td>
          </tr>
        </tbody>
      </table>
      <p className="text-soft text-sm">
        {request && phases.connectMs === undefined
          ? "The attempt reused an open connection, without DNS, connect or TLS."
          : "Phases that did not occur are omitted, such as TLS over plain HTTP."}
      </p>
    </div>
  );
}

function phasesOf({ phases, durationMs, request }: AttemptDetail): Phase[] {
  const { dnsMs, connectMs, tlsMs, firstByteMs } = phases;
  const known = [
    { name: "DNS", hint: "Name lookup", ms: dnsMs, fill: "fill-busy" },
    { name: "Connect", hint: "Opening a connection", ms: connectMs, fill: "fill-warn" },
    { name: "TLS", hint: "TLS handshake", ms: tlsMs, fill: "fill-accent" },
    {
      name: "First byte",
      hint: "From the request to the status line",
      ms: firstByteMs,
      fill: "fill-good",
    },
  ].filter((phase): phase is Phase => phase.ms !== undefined);
  const spent = known.reduce((sum, { ms }) => sum + ms, 0);
  const rest = Math.max(durationMs - spent, 0);
  const answered = firstByteMs !== undefined;
  const hint = answered ? "Reading the response" : "Until the attempt was aborted";
  const name = answered ? "Body" : request ? "Waiting" : "Until it failed";
  return [...known, { name, hint, ms: rest, fill: "fill-field" }];
}
