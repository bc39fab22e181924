CREATE TABLE "search" (
	"run_id" uuid NOT NULL,
	"round" smallint NOT NULL,
	"query" text NOT NULL,
	"seen" integer NOT NULL,
	"fresh" integer NOT NULL,
	CONSTRAINT "search_run_id_round_query_pk" PRIMARY KEY("run_id","round","query")
);
--> statement-breakpoint
DROP INDEX "row_site";--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "title_hash" text GENERATED ALWAYS AS (md5(regexp_replace(lower(title), '[^[:alnum:]]+', ' ', 'g'))) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "candidate" ADD COLUMN "given_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "run" ADD COLUMN "queries" text[];--> statement-breakpoint
ALTER TABLE "search" ADD CONSTRAINT "search_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_sha256" ON "page" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "row_title" ON "row" USING btree ("webset_id","title_hash");--> statement-breakpoint
CREATE INDEX "row_source_url" ON "row_source" USING btree ("url");--> statement-breakpoint
CREATE INDEX "candidate_given_up" ON "candidate" USING btree ("key") WHERE given_up;--> statement-breakpoint
CREATE INDEX "row_site" ON "row" USING btree ("webset_id","site","position" DESC NULLS LAST);