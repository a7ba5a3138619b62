import { expect, test } from "vitest";
import { csvLine } from "./csv";

test.each(["=1+1", "＝1+1", "＋1", "－1", "＠a"])("no spreadsheet evaluates %s", (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`);
});

test("numbers stay numbers, and a separator, a quote or a line end stays within its cell", () => {
  expect(csvLine([-1, undefined, "", false, "a,b", 'c"d', "e\rf", "g\nh"])).toBe(
    '-1,,,false,"a,b","c""d","e\rf","g\nh"\r\n',
  );
});
