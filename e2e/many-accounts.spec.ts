import { randomUUID } from "node:crypto";
import { connectSql } from "@/db/client";
import { expectAccessible } from "./axe";
import { expect, test } from "./fixtures";

test.use({ world: "accounts" });

test("with many accounts the server searches them, and the last ones are offered first", async ({
  page,
  product,
}) => {
  const sql = connectSql(await product.databaseUrl(), 1);
  const word = randomUUID();
  await sql`insert into accounts (id, name)
    select new_id(), ${word} || ' ' || n from generate_series(1, 60) as n order by n`;
  const last = `${word} 60`;
  const button = (name: string) => page.getByRole("button", { name: `Account: ${name}` });
  const search = page.getByRole("combobox", { name: "Search: Account" });
  const option = page.getByRole("option", { name: last });
  try {
    await page.goto("/");
    expect(await (await page.request.get("/")).text()).not.toContain(last);
    await button("All accounts").click();
    await expect(search).toBeFocused();
    await expect(page.getByText("There are more accounts.")).toBeVisible();
    await expect(option).toHaveCount(0);
    await search.fill(` ${last.toUpperCase()}`);
    await expect(option).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await search.press("Enter");
    await expect(page).toHaveURL(/\?account=/);
    await expect(button(last)).toBeVisible();
    expect(await (await page.request.get(page.url())).text()).toContain(`Account: ${last}`);

    await page.reload();
    await button(last).click();
    const list = page.getByRole("listbox", { name: "Account" });
    await expect(list).toContainText(new RegExp(`^All accounts\\s*Recent\\s*${last}`));
    await search.fill("no such account");
    await expect(page.getByText("No matches")).toBeVisible();

    await page.goto("/system");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search or paste an id" }).fill(`account ${last}`);
    const found = page.getByRole("group", { name: "Accounts" }).getByRole("option");
    await expect(found).toHaveText([`Account ${last}`]);
    await found.click();
    await expect(page).toHaveURL(/\/\?account=/);
    await expect(button(last)).toBeVisible();

    await page.goto("/accounts");
    const rows = page.getByRole("table").getByRole("row");
    await expect(rows).toHaveCount(51);
    await page.getByRole("button", { name: "Load more" }).click();
    await expect(page.getByRole("rowheader", { name: last, exact: true })).toBeVisible();
    await page.getByRole("searchbox", { name: "Search accounts by name or id" }).fill(last);
    await expect(rows).toHaveCount(2);
    await page.reload();
    await expect(rows).toHaveCount(2);
  } finally {
    await sql`delete from accounts where name like ${`${word}%`}`;
    await sql.end();
  }
});
