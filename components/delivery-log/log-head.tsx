import { lineOf } from "./log-columns";

export function LogHead({ own }: { own: boolean }) {
  const names = ["Time", "Status", "Event", ...(own ? [] : ["Webhook"]), "Result", "Att.", "Next"];
  return (
    <thead className="sticky top-14 z-10 block @max-2xl:sr-only">
      <tr
        className={`${lineOf(own)} h-9 rounded-t-lg border-line border-b bg-sunken font-medium text-faint text-xs`}
      >
        <th scope="col">
          <span className="sr-only">Select</span>
        </th>
        {names.map((name) => (
          <th
            scope="col"
            key={name}
            className={`font-medium ${name === "Att." ? "text-right" : ""}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
