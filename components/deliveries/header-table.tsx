type Props = { caption: string; headers: readonly (readonly [string, string])[] };

export function HeaderTable({ caption, headers }: Props) {
  if (headers.length === 0) return <p className="text-soft">None.</p>;
  const rows = headers.map(([name, value], position) => ({
    name,
    value,
    key: `${position}${name}`,
  }));
  return (
    <table className="w-full table-fixed text-left font-mono text-xs leading-5">
      <caption className="sr-only">{caption}</caption>
      <colgroup>
        <col className="w-2/5 sm:w-48" />
        <col />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Value</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, value, key }) => (
          <tr key={key} className="border-line align-top not-last:border-b">
            <th scope="row" className="wrap-anywhere py-1 pr-4 font-normal text-soft">
              {name}
            </th>
            <td className="wrap-anywhere py-1">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
