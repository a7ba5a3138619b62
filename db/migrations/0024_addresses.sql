CREATE TABLE "addresses" (
	"webhook_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"url" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "addresses" ADD CONSTRAINT "addresses_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "addresses_once" ON "addresses" USING btree ("webhook_id",md5(url));--> statement-breakpoint
CREATE INDEX "deliveries_one_shot" ON "deliveries" USING btree ("created_at","id") WHERE one_shot;
--> statement-breakpoint
create function note_address() returns trigger language plpgsql as $$
begin
  insert into addresses (webhook_id, account_id, url) values (new.id, new.account_id, new.callback_url)
  on conflict do nothing;
  return null;
end $$;
--> statement-breakpoint
create trigger note_address after insert or update of callback_url on webhooks
  for each row when (not new.one_shot) execute function note_address();
--> statement-breakpoint
insert into addresses (webhook_id, account_id, url)
select id, account_id, callback_url from webhooks where not one_shot
union
select d.webhook_id, d.account_id, d.callback_url from deliveries d join accounts a on a.id = d.account_id
where not d.one_shot;
