CREATE TYPE "public"."merge_action" AS ENUM('merge', 'split');--> statement-breakpoint
CREATE TYPE "public"."merge_reason" AS ENUM('identifier', 'site', 'person');--> statement-breakpoint
CREATE TABLE "merged_value" (
	"row_id" uuid NOT NULL,
	"enrichment_id" uuid NOT NULL,
	"from_row_id" uuid NOT NULL,
	"value" text NOT NULL,
	CONSTRAINT "merged_value_row_id_enrichment_id_pk" PRIMARY KEY("row_id","enrichment_id")
);
--> statement-breakpoint
CREATE TABLE "merged_verdict" (
	"row_id" uuid NOT NULL,
	"criterion_id" uuid NOT NULL,
	"from_row_id" uuid NOT NULL,
	"verdict" "verdict_value",
	"reason" "verdict_reason" NOT NULL,
	CONSTRAINT "merged_verdict_row_id_criterion_id_pk" PRIMARY KEY("row_id","criterion_id")
);
--> statement-breakpoint
CREATE TABLE "row_merge" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"row_id" uuid NOT NULL,
	"into_id" uuid NOT NULL,
	"action" "merge_action" NOT NULL,
	"reason" "merge_reason" NOT NULL,
	"note" text,
	"reviewer_id" text,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "row_merge_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
DROP INDEX "row_matching";--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "page_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "row" ADD COLUMN "website" text;--> statement-breakpoint
ALTER TABLE "merged_value" ADD CONSTRAINT "merged_value_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_value" ADD CONSTRAINT "merged_value_from_row_id_row_id_fk" FOREIGN KEY ("from_row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_value" ADD CONSTRAINT "merged_value_enrichment_id_enrichment_id_fk" FOREIGN KEY ("enrichment_id") REFERENCES "public"."enrichment"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_verdict" ADD CONSTRAINT "merged_verdict_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_verdict" ADD CONSTRAINT "merged_verdict_from_row_id_row_id_fk" FOREIGN KEY ("from_row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_verdict" ADD CONSTRAINT "merged_verdict_criterion_id_criterion_id_fk" FOREIGN KEY ("criterion_id") REFERENCES "public"."criterion"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_merge" ADD CONSTRAINT "row_merge_row_id_row_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_merge" ADD CONSTRAINT "row_merge_into_id_row_id_fk" FOREIGN KEY ("into_id") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "row_merge" ADD CONSTRAINT "row_merge_reviewer_id_auth_user_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."auth_user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "merged_value_enrichment" ON "merged_value" USING btree ("enrichment_id");--> statement-breakpoint
CREATE INDEX "merged_value_from" ON "merged_value" USING btree ("from_row_id");--> statement-breakpoint
CREATE INDEX "merged_verdict_criterion" ON "merged_verdict" USING btree ("criterion_id");--> statement-breakpoint
CREATE INDEX "merged_verdict_from" ON "merged_verdict" USING btree ("from_row_id");--> statement-breakpoint
CREATE INDEX "row_merge_row" ON "row_merge" USING btree ("row_id","position" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "row_merge_into" ON "row_merge" USING btree ("into_id");--> statement-breakpoint
CREATE INDEX "row_merge_reviewer" ON "row_merge" USING btree ("reviewer_id");--> statement-breakpoint
ALTER TABLE "row" ADD CONSTRAINT "row_merged_into_row_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."row"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "row_website" ON "row" USING btree ("webset_id","website") WHERE website is not null;--> statement-breakpoint
CREATE INDEX "row_merged" ON "row" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "row_several" ON "row" USING btree ("webset_id") WHERE page_count > 1;--> statement-breakpoint
CREATE INDEX "row_matching" ON "row" USING btree ("webset_id") WHERE match_verdict = 'match' and not hidden and merged_into is null;