import type { EventType } from "@/lib/events/queries";

type Member = { type?: string; description?: string };

type Props = { name: string; schema: EventType["schema"] };

/** Documented members of an event's `data`; others are kept and passed on. */
export function SchemaTable({ name, schema }: Props) {
  const members = Object.entries((schema.properties ?? {}) as Record<string, Member>);
  const required = (schema.required ?? []) as string[];
  return (
    <table className="w-full text-left text-sm">
      <caption className="sr-only">Members of data in {name}</caption>
      <thead className="text-faint text-xs">
        <tr>
          <th scope="col" className="pb-1.5 font-medium">
            Member of data
          </th>
          <th scope="col" className="pb-1.5 font-medium">
            Type
          </th>
          <th scope="col" className="pb-1.5 font-medium">
            Presence
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map(([member, { type }]) => (
          <tr key={member} className="border-line border-t">
            <th scope="row" className="py-1.5 pr-3 font-mono font-normal text-xs">
              {member}
            </th>
            <td className="py-1.5 pr-3">
              {member === "extras" ? "object of up to 10 strings" : (type ?? "any")}
            </td>
            <td className="py-1.5 text-soft">
              {required.includes(member) ? "required" : "optional"}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
