ALTER TYPE "public"."candidate_state" ADD VALUE 'listing';--> statement-breakpoint
CREATE TABLE "http_cache" (
	"url" text PRIMARY KEY NOT NULL,
	"page_id" uuid NOT NULL,
	"etag" text,
	"last_modified" text,
	"fresh_until" timestamp (3) with time zone NOT NULL,
	"fetched_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "row_source" (
	"row_id" uuid NOT NULL,
	"url" text NOT NULL,
	CONSTRAINT "row_source_row_id_url_pk" PRIMARY KEY("row_id","url")
);
--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "text" text;--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "published_at" text;--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "depth" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "site" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "http_cache" ADD CONSTRAINT "http_cache_page_id_page_id_fk" FOREIGN KEY ("page_id") REFERENCES "public"."page"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_source" ADD CONSTRAINT "row_source_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "http_cache_page" ON "http_cache" USING btree ("page_id");--> statement-breakpoint
CREATE INDEX "row_site" ON "row" USING btree ("webset_id","site");