import { Choice } from "./choice";

type Option<V> = { value: V; label: string; hint?: string | undefined };
type Props<V extends string> = {
  legend: string;
  /** Shows the legend, where several groups share a menu. */
  heading?: boolean;
  type: "checkbox" | "radio";
  options: readonly Option<V>[];
  chosen: readonly V[];
  onChange: (chosen: V[]) => void;
};

/** Options of a filter. */
export function FilterOptions<V extends string>({
  legend,
  heading = false,
  type,
  options,
  chosen,
  onChange,
}: Props<V>) {
  const pick = (value: V, on: boolean) => {
    if (type === "radio") return onChange([value]);
    const kept = chosen.filter((other) => other !== value);
    onChange(on ? [...kept, value] : kept);
  };
  return (
    <fieldset>
      <legend className={heading ? "mb-1 font-medium text-sm text-soft" : "sr-only"}>
        {legend}
      </legend>
      {options.map(({ value, label, hint }) => (
        <Choice
          key={value}
          type={type}
          name={legend}
          label={<span className="wrap-anywhere">{label}</span>}
          hint={hint && <span className="wrap-anywhere">{hint}</span>}
          checked={chosen.includes(value)}
          onChange={({ target }) => pick(value, target.checked)}
        />
      ))}
    </fieldset>
  );
}
