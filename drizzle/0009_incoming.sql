CREATE TABLE "registry_host" (
	"registrant" text NOT NULL,
	"host" text NOT NULL,
	"found_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "registry_host_registrant_host_pk" PRIMARY KEY("registrant","host")
);
--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "identifier" text;--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "note" text;--> statement-breakpoint
CREATE INDEX "row_identifier" ON "row" USING btree ("webset_id","identifier") WHERE identifier is not null;--> statement-breakpoint
-- keys past 512 bytes, as src/agent/entity/key.ts writes them
UPDATE "row" SET "key" = left("key", 100) || '~' || encode(sha256(convert_to("key", 'UTF8')), 'hex') WHERE octet_length("key") > 512;--> statement-breakpoint
UPDATE "candidate" SET "key" = left("key", 100) || '~' || encode(sha256(convert_to("key", 'UTF8')), 'hex') WHERE octet_length("key") > 512;--> statement-breakpoint
UPDATE "tape" SET "key" = left("key", 100) || '~' || encode(sha256(convert_to("key", 'UTF8')), 'hex') WHERE "kind" = 'settled' AND octet_length("key") > 512;--> statement-breakpoint
-- rests no longer than their kind may be (src/db/queries/shared/pause.ts)
UPDATE "pause" SET "until" = now() + interval '1 hour' WHERE "key" LIKE 'host:%' AND "until" > now() + interval '1 hour';--> statement-breakpoint
UPDATE "pause" SET "until" = now() + interval '1 day' WHERE "key" ~ '^(provider|model|model-away):' AND "until" > now() + interval '1 day';
